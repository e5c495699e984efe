/** POST /api/create-gif: turns a clip of a video or a series of images into an animated image. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { AppError } from '../errors.ts'
import { type FormatId, formats } from '../formats.ts'
import { convertImage } from './convert-image.ts'
import { videoInputs } from './media-calls.ts'
import { defineOperation } from './operation.ts'
import { booleanField, numberField } from './option-fields.ts'

export const gifOutputs = ['gif', 'webp', 'apng', 'mp4'] as const
export const gifQualities = ['low', 'medium', 'high'] as const
export const gifBounds = {
  fps: { min: 1, max: 30, step: 1, default: 10 },
  width: { min: 160, max: 1280, step: 16, default: 480 },
  startTime: { step: 0.1, default: 0 },
  duration: { min: 0.1, max: 30, step: 0.1, default: 5 },
  /** Of one image, in milliseconds. */
  delay: { min: 20, max: 60_000 },
} as const
export const maxGifImages = 300
/** Characters of the delays of all images, with their commas. */
const maxDelaysCharacters = maxGifImages * 20
export const maxCaptionCharacters = 120

/** Error for a mix of videos and images, or several videos. */
export const gifMixRefusal = 'Please upload either a single video file or multiple image files.'
export const gifNoFile = 'Please add files to create a GIF'

const { fps, width, duration, delay } = gifBounds

/** A single animated GIF counts as a video. */
const videos: readonly FormatId[] = videoInputs

function isOneVideoOrImages(given: readonly FormatId[]): boolean {
  if (given.length === 1) return true
  return given.every(format => formats[format].kind === 'image')
}

interface GivenOptions {
  readonly startTime: number
  readonly duration: number
  readonly delays: string
}

/** Trimming has no effect on images: rejected unless it is the default, so that no option is silently ignored. */
function refusedOfImages(images: number, { startTime, duration: seconds, delays }: GivenOptions) {
  if (startTime !== gifBounds.startTime.default) return without('startTime', 'only videos have a start time.')
  if (seconds !== duration.default) return without('duration', 'it only applies to videos.')
  const times = delays === '' ? 0 : delays.split(',').length
  return times > images ? without('delays', `${times} were sent for ${images} images.`) : undefined
}

function refusedOfOne([format = 'other']: readonly FormatId[], { delays }: Pick<GivenOptions, 'delays'>) {
  const isVideo = formats[format].kind === 'video'
  return isVideo && delays !== '' ? without('delays', 'it only applies to images.') : undefined
}

function without(option: string, reason: string): AppError {
  return new AppError('option-without-effect', { option, reason })
}

export const createGif = defineOperation({
  path: '/api/create-gif',
  label: 'GIF creation',
  fileKind: 'image',
  takes: 'several-files',
  maxFiles: maxGifImages,
  countsAsOne: true,
  noFile: gifNoFile,
  inputs: [...new Set([...videos, ...convertImage.inputs])],
  outputs: gifOutputs,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    fps: numberField('fps', { ...fps, isWhole: true }).prefault(fps.default),
    width: numberField('Width', { ...width, isWhole: true }).prefault(width.default),
    quality: z
      .enum(gifQualities, { error: `Quality must be one of: ${gifQualities.join(', ')}.` })
      .default('medium'),
    startTime: numberField('startTime', { min: 0, max: 86_400 })
      .prefault(gifBounds.startTime.default)
      .describe('In seconds; for videos only, rejected for several images.'),
    duration: numberField('Duration', duration)
      .prefault(duration.default)
      .describe('In seconds; for videos only, rejected for several images.'),
    outputFormat: z
      .enum(gifOutputs, { error: `Output format must be one of: ${gifOutputs.join(', ')}.` })
      .default('gif'),
    loopCount: numberField('loopCount', { min: 0, max: 1000, isWhole: true })
      .prefault(0)
      .describe('How many times it plays; 0 means forever. Ignored for mp4, where the player decides.'),
    isReversed: booleanField('isReversed', false),
    caption: z
      .string({ error: 'Caption must be string.' })
      .trim()
      .max(maxCaptionCharacters, { error: `Caption can have up to ${maxCaptionCharacters} characters.` })
      .default('')
      .describe('Shown at the bottom of every frame.'),
    delays: z
      .string({ error: 'Delays must be comma-separated milliseconds.' })
      .max(maxDelaysCharacters, { error: 'Too many delays were sent.', abort: true })
      .regex(/^(\d+(,\d+)*)?$/, { error: 'Delays must be comma-separated milliseconds.' })
      .refine(
        text =>
          text === '' || text.split(',').every(ms => Number(ms) >= delay.min && Number(ms) <= delay.max),
        { error: `Each delay must be from ${delay.min} to ${delay.max} milliseconds.` },
      )
      .default('')
      .describe(
        'Duration of each image in milliseconds, separated by commas; at most one per image, rejected for videos. Default: one frame at the frame rate.',
      ),
    maxKilobytes: numberField('maxKilobytes', { min: 0, max: 1_048_576, isWhole: true })
      .prefault(0)
      .describe('Maximum size of the result; 0 means no limit.'),
  }),
  stepOptions: ({ outputFormat: _, ...settings }) => settings,
  refuseFormats: (given, { options }) => {
    if (!isOneVideoOrImages(given)) return new AppError('invalid-request', { reason: gifMixRefusal })
    return given.length > 1 ? refusedOfImages(given.length, options) : refusedOfOne(given, options)
  },
  queueClass: 'short',
  longFromBytes: 50 * bytesPerMegabyte,
  maxBytes: 200 * bytesPerMegabyte,
})
