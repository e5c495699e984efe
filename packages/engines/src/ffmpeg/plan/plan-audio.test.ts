import { describe, expect, test } from 'vitest'
import type { AudioTrack } from '../probe/media-probe.ts'
import { type AudioFormat, mainTrack, planAudio } from './plan-audio.ts'
import { audioTrack } from './tracks.fixture.ts'

const plan = (target: AudioFormat, track: Partial<AudioTrack>, kilobits = 256) =>
  planAudio(audioTrack({ profile: null, sampleRateHz: 44_100, ...track }), null, { target, kilobits }).audio

const cd = { codec: 'pcm_s16le', isLossless: true, bitrate: 1_411_200 }
const studio = { codec: 'flac', isLossless: true, sampleBits: 24, bitrate: 2_000_000 }

describe('copied when it is what was asked for', () => {
  const copied: [AudioFormat, string, Partial<AudioTrack>, number][] = [
    ['mp3', 'mp3', { codec: 'mp3', bitrate: 192_000 }, 256],
    ['mp3', 'mp3 a little above, as averages are', { codec: 'mp3', bitrate: 130_000 }, 128],
    ['m4a', 'aac', {}, 256],
    ['aac', 'aac', { profile: 'HE-AAC' }, 128],
    ['ogg', 'vorbis', { codec: 'vorbis' }, 128],
    ['ogg', 'opus', { codec: 'opus', bitrate: 96_000 }, 128],
    ['flac', 'flac, whatever it weighs', { codec: 'flac', isLossless: true, bitrate: 900_000 }, 128],
    ['wav', 'pcm, whatever it weighs', cd, 128],
    ['wav', 'pcm of 24 bits', { ...cd, codec: 'pcm_s24le' }, 128],
  ]
  test.each(copied)('%s from %s', (target, _name, track, kilobits) => {
    expect(plan(target, track, kilobits)).toEqual({ index: 1, work: 'copied' })
  })
})

describe('encoded otherwise', () => {
  const encoded: [AudioFormat, string, Partial<AudioTrack>, number, object][] = [
    ['mp3', 'heavier mp3', { codec: 'mp3', bitrate: 320_000 }, 128, { encoder: 'libmp3lame', kilobits: 128 }],
    ['mp3', 'of unknown weight', { codec: 'mp3', bitrate: null }, 192, { kilobits: 192 }],
    ['mp3', 'a CD', cd, 320, { encoder: 'libmp3lame', kilobits: 320 }],
    ['mp3', 'a lighter lossy source', { bitrate: 100_000 }, 320, { kilobits: 112 }],
    ['mp3', 'speech in an efficient codec', { codec: 'amr_nb', bitrate: 12_200 }, 256, { kilobits: 64 }],
    ['mp3', 'a high rate', { ...studio, sampleRateHz: 96_000 }, 256, { sampleRateHz: 48_000 }],
    ['mp3', 'many channels', { codec: 'ac3', channels: 6, bitrate: 448_000 }, 256, { layout: 'stereo' }],
    ['m4a', 'rare AAC', { profile: 'SSR' }, 256, { encoder: 'aac', kilobits: 128 }],
    ['m4a', 'six channels', { codec: 'ac3', channels: 6, bitrate: 448_000 }, 256, { layout: '5.1' }],
    ['ogg', 'a CD', cd, 256, { encoder: 'libvorbis', kilobits: 256 }],
    ['ogg', 'one channel, as much as it takes', { ...cd, channels: 1 }, 320, { kilobits: 224 }],
    [
      'ogg',
      'telephone speech',
      { codec: 'amr_nb', channels: 1, sampleRateHz: 8000, bitrate: 12_200 },
      256,
      { kilobits: 37 },
    ],
    ['wav', 'lossy', {}, 256, { encoder: 'pcm_s16le' }],
    ['wav', '24 bits', studio, 256, { encoder: 'pcm_s24le' }],
    [
      'wav',
      '32 bits the other way round',
      { ...cd, codec: 'pcm_s32be', sampleBits: 32 },
      256,
      { encoder: 'pcm_s32le' },
    ],
    [
      'wav',
      'floating point',
      { ...cd, codec: 'pcm_f64le', sampleBits: 64, isFloat: true },
      256,
      { encoder: 'pcm_f32le' },
    ],
    ['flac', 'a CD', cd, 256, { encoder: 'flac', sampleFormat: 's16' }],
    [
      'flac',
      '24 bits',
      { ...cd, codec: 'pcm_s24le', sampleBits: 24 },
      256,
      { encoder: 'flac', sampleFormat: 's32' },
    ],
  ]
  test.each(encoded)('%s from %s', (target, _name, track, kilobits, expected) => {
    expect(plan(target, track, kilobits)).toMatchObject({ work: 'encoded', ...expected })
  })

  test('what loses nothing has no bitrate', () => {
    expect(plan('wav', {})).not.toHaveProperty('kilobits')
    expect(plan('flac', cd)).not.toHaveProperty('kilobits')
  })

  test('a second try copies nothing', () => {
    const track = audioTrack({ codec: 'mp3' })
    const request = { target: 'mp3', kilobits: 256, isCareful: true } as const
    expect(planAudio(track, { index: 2, codec: 'png' }, request)).toMatchObject({
      audio: { work: 'encoded' },
      cover: null,
    })
  })
})

describe('the sleeve', () => {
  const cover = (target: AudioFormat, codec: string) =>
    planAudio(audioTrack(), { index: 2, codec }, { target, kilobits: 256 }).cover
  test('stays where there is room for it', () => {
    expect(cover('mp3', 'png')).toEqual({ index: 2, codec: 'copy' })
    expect(cover('m4a', 'mjpeg')).toEqual({ index: 2, codec: 'copy' })
    expect(cover('flac', 'bmp')).toEqual({ index: 2, codec: 'mjpeg' })
    for (const target of ['wav', 'aac', 'ogg'] as const) expect(cover(target, 'png')).toBeNull()
  })
})

test('of several tracks the one a player would begin with', () => {
  const tracks = [audioTrack({ index: 1, isDefault: false }), audioTrack({ index: 2 })]
  expect(mainTrack(tracks)?.index).toBe(2)
  expect(mainTrack(tracks.slice(0, 1))?.index).toBe(1)
  expect(mainTrack([])).toBeUndefined()
})
