import type { VideoQuality } from '@filesmith/contract/video-quality'
import { describe, expect, test } from 'vitest'
import type { AudioTrack, VideoTrack } from '../probe/media-probe.ts'
import type { VideoFormat } from './containers.ts'
import { chooseVideoEncoding } from './prepare-video.ts'
import { audioTrack, mediaProbe, videoTrack } from './tracks.fixture.ts'

const encoding = (
  target: VideoFormat,
  changes: Parameters<typeof mediaProbe>[0] = {},
  quality: VideoQuality = '720p',
  from: 'mp4' | 'avi' | 'mkv' = 'mkv',
) => chooseVideoEncoding(mediaProbe(changes), { from, target, quality })

describe('chooseVideoEncoding: video track', () => {
  const cases: [VideoFormat, string, Partial<VideoTrack>, 'copied' | 'encoded'][] = [
    ['mp4', 'H.264', {}, 'copied'],
    ['mov', 'H.264', {}, 'copied'],
    ['mp4', 'H.264 with full range', { pixelFormat: 'yuvj420p' }, 'copied'],
    ['mp4', 'H.264 with ten bits', { pixelFormat: 'yuv420p10le' }, 'encoded'],
    ['mp4', 'H.264 with 4:4:4 chroma', { pixelFormat: 'yuv444p' }, 'encoded'],
    ['mp4', 'interlaced H.264', { isInterlaced: true }, 'encoded'],
    ['mkv', 'interlaced H.264', { isInterlaced: true }, 'copied'],
    ['mp4', 'HEVC', { codec: 'hevc' }, 'encoded'],
    ['mov', 'AV1', { codec: 'av1' }, 'encoded'],
    ['mp4', 'MPEG-4', { codec: 'mpeg4' }, 'encoded'],
    ['mkv', 'HEVC', { codec: 'hevc', pixelFormat: 'yuv420p10le', isHdr: true }, 'copied'],
    ['mkv', 'Theora', { codec: 'theora' }, 'copied'],
    ['mkv', 'Windows Media', { codec: 'wmv3' }, 'encoded'],
    ['webm', 'VP9', { codec: 'vp9' }, 'copied'],
    ['webm', 'VP8', { codec: 'vp8' }, 'copied'],
    ['webm', 'AV1', { codec: 'av1', pixelFormat: 'yuv420p10le' }, 'copied'],
    ['webm', 'VP9 with 4:4:4 chroma', { codec: 'vp9', pixelFormat: 'yuv444p' }, 'encoded'],
    ['webm', 'H.264', {}, 'encoded'],
    ['avi', 'MPEG-4 from another container', { codec: 'mpeg4' }, 'encoded'],
    ['avi', 'Motion JPEG', { codec: 'mjpeg', pixelFormat: 'yuvj422p' }, 'copied'],
    ['avi', 'H.264', {}, 'encoded'],
    ['mp4', 'rotated', { isRotated: true }, 'copied'],
    ['mkv', 'rotated', { isRotated: true }, 'encoded'],
    ['mp4', 'with a hidden start', { hasHiddenStart: true }, 'copied'],
    ['mkv', 'with a hidden start', { hasHiddenStart: true }, 'encoded'],
    ['mp4', 'too wide', { width: 1282, height: 720 }, 'encoded'],
    ['mp4', 'portrait, within the rotated box', { width: 720, height: 1280 }, 'copied'],
  ]
  test.each(cases)('to %s from %s', (target, _name, video, work) => {
    expect(encoding(target, { video: videoTrack(video) }).video.work).toBe(work)
  })

  test('uses the encoder of the container', () => {
    const encoderOf = (target: VideoFormat) => {
      const { video } = encoding(target, { video: videoTrack({ codec: 'wmv3' }) })
      return video.work === 'encoded' ? video.encoder : 'none'
    }
    expect((['mp4', 'mov', 'mkv', 'webm', 'avi'] as const).map(encoderOf)).toEqual([
      'libx264',
      'libx264',
      'libx264',
      'libvpx-vp9',
      'mpeg4',
    ])
  })

  test('unpacks B-frames when MPEG-4 is copied out of AVI', () => {
    const video = videoTrack({ codec: 'mpeg4' })
    expect(encoding('mkv', { video }, '720p', 'avi').video).toMatchObject({
      bitstreamFilter: 'mpeg4_unpack_bframes',
    })
    expect(encoding('avi', { video }, '720p', 'avi').video).toEqual({ index: 0, work: 'copied' })
  })

  test('the fallback encodes video and audio and drops subtitles and fonts', () => {
    const whole = mediaProbe({
      subtitles: [{ index: 2, codec: 'subrip' }],
      fonts: [{ index: 3, codec: 'ttf' }],
    })
    const fallback = chooseVideoEncoding(whole, {
      from: 'mkv',
      target: 'mkv',
      quality: '720p',
      isFallback: true,
    })
    expect(fallback).toMatchObject({ subtitles: [], fonts: [] })
    expect([fallback.video, ...fallback.audio].map(({ work }) => work)).toEqual(['encoded', 'encoded'])
  })
})

describe('chooseVideoEncoding: audio tracks', () => {
  const cases: [VideoFormat, Partial<AudioTrack>, object][] = [
    ['mp4', {}, { work: 'copied' }],
    ['mp4', { profile: 'HE-AAC' }, { work: 'copied' }],
    ['mp4', { profile: 'Main' }, { encoder: 'aac' }],
    ['mp4', { codec: 'mp3', profile: null }, { encoder: 'aac', kilobits: 128 }],
    ['mp4', { codec: 'opus', bitrate: 12_000 }, { encoder: 'aac', kilobits: 64 }],
    ['mov', { codec: 'pcm_s16le', isLossless: true, bitrate: 1_536_000 }, { encoder: 'aac', kilobits: 160 }],
    ['mp4', { codec: 'ac3', channels: 6, bitrate: 448_000 }, { kilobits: 384, layout: '5.1' }],
    ['mp4', { codec: 'truehd', channels: 8, isLossless: true }, { kilobits: 384, layout: '5.1' }],
    ['mkv', { codec: 'ac3' }, { work: 'copied' }],
    ['mkv', { codec: 'flac' }, { work: 'copied' }],
    ['mkv', { codec: 'wmav2' }, { encoder: 'aac' }],
    ['webm', { codec: 'opus' }, { work: 'copied' }],
    ['webm', { codec: 'vorbis' }, { work: 'copied' }],
    [
      'webm',
      { codec: 'ac3', channels: 6, bitrate: 448_000 },
      { encoder: 'libopus', layout: '5.1', kilobits: 320 },
    ],
    ['webm', { sampleRateHz: 44_100 }, { encoder: 'libopus', sampleRateHz: 48_000 }],
    ['avi', { codec: 'mp3' }, { work: 'copied' }],
    ['avi', { codec: 'ac3' }, { work: 'copied' }],
    ['avi', { channels: 6, bitrate: 384_000 }, { encoder: 'libmp3lame', layout: 'stereo', kilobits: 192 }],
    ['avi', { bitrate: 100_000 }, { encoder: 'libmp3lame', kilobits: 112, fillsGaps: true }],
  ]
  test.each(cases)('to %s from %o', (target, audio, expected) => {
    expect(encoding(target, { audio: [audioTrack(audio)] }).audio).toMatchObject([expected])
  })

  test('chooses every track individually', () => {
    const audio = [audioTrack(), audioTrack({ index: 2, codec: 'dts' }), audioTrack({ index: 3 })]
    const works = encoding('mp4', { audio }).audio.map(({ index, work }) => [index, work])
    expect(works).toEqual([
      [1, 'copied'],
      [2, 'encoded'],
      [3, 'copied'],
    ])
  })
})

describe('chooseVideoEncoding: subtitles', () => {
  const subtitles = ['subrip', 'ass', 'mov_text', 'hdmv_pgs_subtitle', 'dvb_teletext'].map(
    (codec, position) => ({
      index: position + 2,
      codec,
    }),
  )
  test.each([
    ['mp4', ['mov_text', 'mov_text', 'mov_text']],
    ['mkv', ['copy', 'copy', 'subrip', 'copy']],
    ['webm', ['webvtt', 'webvtt', 'webvtt']],
    ['avi', []],
  ] as const)('codecs in %s', (target, codecs) => {
    expect(encoding(target, { subtitles }).subtitles.map(({ codec }) => codec)).toEqual(codecs)
  })

  test('keeps embedded fonts where the container supports them', () => {
    const fonts = [{ index: 7, codec: 'ttf' }]
    expect(encoding('mkv', { fonts }).fonts).toEqual([7])
    expect(encoding('mp4', { fonts }).fonts).toEqual([])
  })
})
