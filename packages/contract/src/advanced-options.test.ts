import { expect, test } from 'vitest'
import { formatRefusal } from './format-refusal.ts'
import { convertAudio } from './operations/convert-audio.ts'
import { convertImage } from './operations/convert-image.ts'
import { convertVideo } from './operations/convert-video.ts'
import { maxUploadBytes } from './upload-purposes.ts'

const imageRefusal = (options: object, plan: 'free' | 'basic' = 'basic') =>
  convertImage.parse({ outputFormat: 'jpg', ...options }).refusal(plan)?.message
const videoRefusal = (options: object) =>
  convertVideo.parse({ outputFormat: 'mp4', ...options }).refusal('pro')?.code
const audioRefusal = (options: object) =>
  convertAudio.parse({ outputFormat: 'mp3', ...options }).refusal('pro')?.code

test('convertImage: advanced options require Basic or Pro, their defaults do not', () => {
  expect(imageRefusal({ qualityPercent: '35' }, 'free')).toBe(
    'Advanced options require the Basic or Pro plan.',
  )
  expect(imageRefusal({ keepMetadata: 'true' }, 'free')).toBe(
    'Advanced options require the Basic or Pro plan.',
  )
  expect(imageRefusal({ keepMetadata: 'false', isLossless: false }, 'free')).toBeUndefined()
  expect(imageRefusal({ qualityPercent: '35', keepMetadata: true })).toBeUndefined()
})

test.each([
  [
    { outputFormat: 'png', qualityPercent: 50 },
    'The option qualityPercent has no effect here: PNG does not support it.',
  ],
  [
    { outputFormat: 'jpg', isLossless: true },
    'The option isLossless has no effect here: JPG does not support it.',
  ],
  [
    { outputFormat: 'gif', keepMetadata: true },
    'The option keepMetadata has no effect here: GIF does not support it.',
  ],
  [
    { outputFormat: 'webp', isLossless: true, qualityPercent: 50 },
    'The option qualityPercent has no effect here: isLossless is true. Send only one of the two.',
  ],
] as const)('convertImage: rejects %o', (options, message) => {
  expect(imageRefusal(options)).toBe(message)
})

test('convertImage: metadata that is not read is not silently dropped', () => {
  const { refuseFormats } = convertImage.parse({ outputFormat: 'jpg', keepMetadata: true })
  expect(refuseFormats(['heic'])?.code).toBe('option-without-effect')
  expect(refuseFormats(['jpg'])).toBeUndefined()
})

test('convertVideo: accepts the codecs of the container, and a CRF where there is one', () => {
  expect(videoRefusal({ crf: 18, frameRate: 24, videoCodec: 'hevc' })).toBeUndefined()
  expect(videoRefusal({ videoCodec: 'vp9' })).toBe('option-without-effect')
  expect(videoRefusal({ outputFormat: 'avi', crf: 18 })).toBe('option-without-effect')
  expect(() => convertVideo.parse({ outputFormat: 'mp4', crf: 52 })).toThrow(
    'crf must be a whole number from 1 to 51.',
  )
})

test('convertAudio: accepts the sample rates of the format, and a variable bitrate where there is one', () => {
  expect(audioRefusal({ isVariableBitrate: true, sampleRate: '44100', channels: 'mono' })).toBeUndefined()
  expect(audioRefusal({ sampleRate: '96000' })).toBe('option-without-effect')
  expect(audioRefusal({ outputFormat: 'wav', isVariableBitrate: true })).toBe('option-without-effect')
})

test('formatRefusal: names the plan that includes a premium format', () => {
  expect(formatRefusal('rar', 'free')?.message).toBe('RAR requires the Basic or Pro plan.')
  expect(formatRefusal('psd', 'basic')?.message).toBe('PSD requires the Pro plan.')
  expect(formatRefusal('opus', 'pro')).toBeUndefined()
  expect(formatRefusal('png', 'free')).toBeUndefined()
})

test('maxUploadBytes: files in an archive have no limit on paid plans but that of the largest archive', () => {
  const gigabyte = 1024 ** 3
  expect((['free', 'basic', 'pro'] as const).map(plan => maxUploadBytes('compress-files', plan))).toEqual([
    gigabyte,
    64 * gigabyte,
    64 * gigabyte,
  ])
})
