import { describe, expect, test } from 'vitest'
import type { AudioTrack } from '../probe/media-probe.ts'
import type { AudioFormat } from './audio-writers.ts'
import { chooseAudioEncoding, mainTrack } from './choose-audio-encoding.ts'
import { audioTrack } from './tracks.fixture.ts'

const encoding = (target: AudioFormat, track: Partial<AudioTrack>, kilobits = 256) =>
  chooseAudioEncoding(audioTrack({ profile: null, sampleRateHz: 44_100, ...track }), null, {
    target,
    kilobits,
  }).audio

const cd = { codec: 'pcm_s16le', isLossless: true, bitrate: 1_411_200 }
const studio = { codec: 'flac', isLossless: true, sampleBits: 24, bitrate: 2_000_000 }

describe('chooseAudioEncoding: copies audio that already fits the target', () => {
  const copied: [AudioFormat, string, Partial<AudioTrack>, number][] = [
    ['mp3', 'mp3', { codec: 'mp3', bitrate: 192_000 }, 256],
    ['mp3', 'mp3 slightly above the limit (VBR average)', { codec: 'mp3', bitrate: 130_000 }, 128],
    ['m4a', 'aac', {}, 256],
    ['aac', 'aac', { profile: 'HE-AAC' }, 128],
    ['ogg', 'vorbis', { codec: 'vorbis' }, 128],
    ['ogg', 'opus', { codec: 'opus', bitrate: 96_000 }, 128],
    ['flac', 'flac of any bitrate', { codec: 'flac', isLossless: true, bitrate: 900_000 }, 128],
    ['wav', 'pcm of any bitrate', cd, 128],
    ['wav', 'pcm of 24 bits', { ...cd, codec: 'pcm_s24le' }, 128],
  ]
  test.each(copied)('%s from %s', (target, _name, track, kilobits) => {
    expect(encoding(target, track, kilobits)).toEqual({ index: 1, work: 'copied' })
  })
})

describe('chooseAudioEncoding: encodes everything else', () => {
  const encoded: [AudioFormat, string, Partial<AudioTrack>, number, object][] = [
    [
      'mp3',
      'mp3 above the limit',
      { codec: 'mp3', bitrate: 320_000 },
      128,
      { encoder: 'libmp3lame', kilobits: 128 },
    ],
    ['mp3', 'mp3 of unknown bitrate', { codec: 'mp3', bitrate: null }, 192, { kilobits: 192 }],
    ['mp3', 'a CD', cd, 320, { encoder: 'libmp3lame', kilobits: 320 }],
    ['mp3', 'a lossy source of lower bitrate', { bitrate: 100_000 }, 320, { kilobits: 112 }],
    ['mp3', 'speech in an efficient codec', { codec: 'amr_nb', bitrate: 12_200 }, 256, { kilobits: 64 }],
    ['mp3', 'a high sample rate', { ...studio, sampleRateHz: 96_000 }, 256, { sampleRateHz: 48_000 }],
    ['mp3', 'many channels', { codec: 'ac3', channels: 6, bitrate: 448_000 }, 256, { layout: 'stereo' }],
    ['m4a', 'AAC of an uncommon profile', { profile: 'SSR' }, 256, { encoder: 'aac', kilobits: 128 }],
    ['m4a', 'six channels', { codec: 'ac3', channels: 6, bitrate: 448_000 }, 256, { layout: '5.1' }],
    ['ogg', 'a CD', cd, 256, { encoder: 'libvorbis', kilobits: 256 }],
    ['ogg', 'mono, clamped to the maximum of libvorbis', { ...cd, channels: 1 }, 320, { kilobits: 224 }],
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
      '32 bits big-endian',
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
    expect(encoding(target, track, kilobits)).toMatchObject({ work: 'encoded', ...expected })
  })

  test('sets no bitrate for lossless formats', () => {
    expect(encoding('wav', {})).not.toHaveProperty('kilobits')
    expect(encoding('flac', cd)).not.toHaveProperty('kilobits')
  })

  test('the fallback copies neither audio nor cover art', () => {
    const track = audioTrack({ codec: 'mp3' })
    const request = { target: 'mp3', kilobits: 256, isFallback: true } as const
    expect(chooseAudioEncoding(track, { index: 2, codec: 'png' }, request)).toMatchObject({
      audio: { work: 'encoded' },
      cover: null,
    })
  })
})

describe('chooseAudioEncoding: cover art', () => {
  const cover = (target: AudioFormat, codec: string) =>
    chooseAudioEncoding(audioTrack(), { index: 2, codec }, { target, kilobits: 256 }).cover
  test('is kept where the format supports it', () => {
    expect(cover('mp3', 'png')).toEqual({ index: 2, codec: 'copy' })
    expect(cover('m4a', 'mjpeg')).toEqual({ index: 2, codec: 'copy' })
    expect(cover('flac', 'bmp')).toEqual({ index: 2, codec: 'mjpeg' })
    for (const target of ['wav', 'aac', 'ogg'] as const) expect(cover(target, 'png')).toBeNull()
  })
})

test('mainTrack: picks the default track, else the first', () => {
  const tracks = [audioTrack({ index: 1, isDefault: false }), audioTrack({ index: 2 })]
  expect(mainTrack(tracks)?.index).toBe(2)
  expect(mainTrack(tracks.slice(0, 1))?.index).toBe(1)
  expect(mainTrack([])).toBeUndefined()
})
