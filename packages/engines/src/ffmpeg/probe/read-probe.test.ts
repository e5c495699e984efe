import { describe, expect, test } from 'vitest'
import { readProbe } from './probe.ts'
import { probeJsonSchema } from './probe-json.ts'

const read = (json: unknown, sizeBytes = 1_000_000) => readProbe(probeJsonSchema.parse(json), sizeBytes)
const image = {
  index: 0,
  codec_type: 'video',
  codec_name: 'h264',
  width: 1920,
  height: 1080,
  pix_fmt: 'yuv420p',
}
const tone = { index: 1, codec_type: 'audio', codec_name: 'aac', channels: 2, sample_rate: '48000' }
const videoOf = (changes: object) => read({ streams: [{ ...image, ...changes }] }).video

describe('readProbe: video', () => {
  test.each([
    ['as stored', {}, [1920, 1080]],
    ['rotated by 90°', { side_data_list: [{ rotation: -90 }] }, [1080, 1920]],
    ['upside down', { side_data_list: [{ rotation: 180 }] }, [1920, 1080]],
    ['with wide pixels', { width: 720, height: 576, sample_aspect_ratio: '64:45' }, [1024, 576]],
    [
      'with wide pixels, rotated',
      { width: 720, height: 576, sample_aspect_ratio: '64:45', side_data_list: [{ rotation: 90 }] },
      [576, 1024],
    ],
    ['with an unknown pixel aspect ratio', { sample_aspect_ratio: '0:1' }, [1920, 1080]],
  ])('display size %s', (_name, changes, display) => {
    const video = videoOf(changes)
    expect([video?.displayWidth, video?.displayHeight]).toEqual(display)
  })

  test('detects HDR, RGB and alpha from transfer and pixel format', () => {
    expect(videoOf({ color_transfer: 'smpte2084' })).toMatchObject({ isHdr: true, transfer: 'smpte2084' })
    expect(videoOf({ color_transfer: 'bt709' })).toMatchObject({ isHdr: false })
    expect(videoOf({ pix_fmt: 'bgra' })).toMatchObject({ hasAlpha: true, isRgb: true })
    expect(videoOf({ pix_fmt: 'yuva444p10le' })).toMatchObject({ hasAlpha: true, isRgb: false })
    expect(videoOf({ pix_fmt: undefined })).toMatchObject({ pixelFormat: null, hasAlpha: false })
  })

  test('detects interlacing and falls back to r_frame_rate', () => {
    expect(videoOf({ field_order: 'tt' })?.isInterlaced).toBe(true)
    expect(videoOf({ field_order: 'progressive' })?.isInterlaced).toBe(false)
    expect(videoOf({ avg_frame_rate: '0/0', r_frame_rate: '30000/1001' })?.framesPerSecond).toBeCloseTo(
      29.97,
      2,
    )
    expect(videoOf({ avg_frame_rate: '0/0', r_frame_rate: '0/0' })?.framesPerSecond).toBeNull()
  })

  test('detects a constant frame rate', () => {
    expect(videoOf({ avg_frame_rate: '30/1', r_frame_rate: '30/1' })?.isConstantRate).toBe(true)
    expect(videoOf({ avg_frame_rate: '630000/47281', r_frame_rate: '30/1' })?.isConstantRate).toBe(false)
  })

  test('detects frames hidden by an edit list', () => {
    const hidden = { stream_index: 0, pts_time: '-0.133333', flags: 'KD' }
    const streams = [image, tone]
    expect(read({ streams, packets: [hidden] }).video?.hasHiddenStart).toBe(true)
    // Audio with a negative start (encoder delay) is ordinary.
    expect(read({ streams, packets: [{ ...hidden, stream_index: 1 }] }).video?.hasHiddenStart).toBe(false)
    expect(read({ streams, packets: [{ ...hidden, flags: 'K_' }] }).video?.hasHiddenStart).toBe(false)
  })

  test('treats an attached image as cover art, not as video', () => {
    const coverArt = { ...image, codec_name: 'png', disposition: { attached_pic: 1 } }
    expect(read({ streams: [coverArt, tone] })).toMatchObject({
      video: null,
      cover: { index: 0, codec: 'png' },
    })
    const second = { ...image, index: 2, disposition: { default: 1 } }
    expect(read({ streams: [coverArt, tone, second] }).video?.index).toBe(2)
  })
})

describe('readProbe: audio', () => {
  const track = (changes: object, others: object[] = []) =>
    read({ streams: [{ ...tone, ...changes }, ...others], format: { duration: '10' } }).audio[0]

  test('takes the bitrate from the stream, else from tags, else from the size of a single-track file', () => {
    expect(track({ bit_rate: '128000' })?.bitrate).toBe(128_000)
    expect(track({ tags: { BPS: '96000' } })?.bitrate).toBe(96_000)
    expect(track({})?.bitrate).toBe(800_000)
    expect(track({ bit_rate: '5' }, [image])?.bitrate).toBeNull()
  })

  test('detects lossless codecs and their bit depth', () => {
    expect(track({ codec_name: 'pcm_s24le', bits_per_sample: 24 })).toMatchObject({
      isLossless: true,
      sampleBits: 24,
    })
    expect(track({ codec_name: 'flac', bits_per_raw_sample: '24' })).toMatchObject({
      isLossless: true,
      sampleBits: 24,
    })
    expect(track({ codec_name: 'pcm_f32le', bits_per_sample: 32 })).toMatchObject({ isFloat: true })
    expect(track({ codec_name: 'pcm_mulaw', bits_per_sample: 8 })).toMatchObject({
      isLossless: false,
      sampleBits: 16,
    })
    expect(track({ codec_name: 'dts', profile: 'DTS-HD MA' })?.isLossless).toBe(true)
    expect(track({ codec_name: 'dts', profile: 'DTS' })?.isLossless).toBe(false)
  })

  test('ignores a track without channels', () => {
    expect(read({ streams: [{ ...tone, channels: 0 }] }).audio).toEqual([])
  })
})

test('readProbe: reads the track duration of Matroska from its tag', () => {
  expect(videoOf({ tags: { DURATION: '01:00:01.500000000' } })?.durationSeconds).toBe(3601.5)
  expect(videoOf({ tags: { DURATION: 'long' } })?.durationSeconds).toBeNull()
})

test('readProbe: finds location tags on the file and on streams', () => {
  const format = {
    tags: { title: 'x', location: '+52', 'com.apple.quicktime.location.ISO6709': '+52', major_brand: 'qt' },
  }
  const streams = [{ ...image, tags: { GPSLatitude: '52', language: 'eng' } }]
  expect(read({ format, streams }).unwantedTags).toEqual([
    'location',
    'com.apple.quicktime.location.ISO6709',
    'major_brand',
    'GPSLatitude',
  ])
})

test('readProbe: detects encryption in MP4, Matroska and Windows Media', () => {
  const isProtected = (stream: object, format: object = {}) =>
    read({ streams: [{ ...tone, ...stream }], format }).isProtected
  expect(isProtected({ codec_tag_string: 'drms' })).toBe(true)
  expect(isProtected({ tags: { enc_key_id: 'AAAA' } })).toBe(true)
  expect(isProtected({}, { tags: { ASF_Protection_Type: 'DRM' } })).toBe(true)
  expect(isProtected({ codec_tag_string: 'mp4a' })).toBe(false)
})

test('readProbe: keeps only fonts among the attachments', () => {
  const attached = (index: number, codec_name: string) => ({ index, codec_type: 'attachment', codec_name })
  const probe = read({ streams: [image, attached(2, 'ttf'), attached(3, 'bin_data')] })
  expect(probe.fonts).toEqual([{ index: 2, codec: 'ttf' }])
})
