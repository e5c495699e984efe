/** POST /api/create-gif: a piece of a film, or pictures one after the other, as a moving picture. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { AppError } from '../errors.ts'
import { type FormatId, formats } from '../formats.ts'
import { booleanField } from './boolean-field.ts'
import { convertImage } from './convert-image.ts'
import { videoInputs } from './convert-video.ts'
import { numberField } from './number-field.ts'
import { defineOperation } from './operation.ts'

export const gifOutputs = ['gif', 'webp', 'apng', 'mp4'] as const
export const gifQualities = ['low', 'medium', 'high'] as const
export const gifBounds = {
  fps: { min: 1, max: 30, step: 1, usual: 10 },
  width: { min: 160, max: 1280, step: 16, usual: 480 },
  startTime: { step: 0.1, usual: 0 },
  duration: { min: 0.1, max: 30, step: 0.1, usual: 5 },
  /** Of one picture, in milliseconds. */
  delay: { min: 20, max: 60_000 },
} as const
export const maxGifImages = 300
export const maxCaptionCharacters = 120

/** What is said of a mix, or of several films. */
export const gifMixRefusal = 'Please upload either a single video file or multiple image files.'
export const gifNoFile = 'Please add files to create a GIF'

const { fps, width, duration, delay } = gifBounds

/** A moving GIF counts as a film when it comes alone. */
const videos: readonly FormatId[] = videoInputs

function isOneVideoOrImages(given: readonly FormatId[]): boolean {
  if (given.length === 1) return true
  return given.every(format => formats[format].kind === 'image')
}

export const createGif = defineOperation({
  path: '/api/create-gif',
  label: 'GIF making',
  fileKind: 'image',
  takesMany: true,
  countsAsOne: true,
  maxFiles: maxGifImages,
  noFile: gifNoFile,
  inputs: [...new Set([...videos, ...convertImage.inputs])],
  outputs: gifOutputs,
  options: z.object({
    fps: numberField('fps', { ...fps, isWhole: true }).default(fps.usual),
    width: numberField('Width', { ...width, isWhole: true }).default(width.usual),
    quality: z
      .enum(gifQualities, { error: `Quality must be one of: ${gifQualities.join(', ')}.` })
      .default('medium'),
    startTime: numberField('startTime', { min: 0, max: 86_400 })
      .default(gifBounds.startTime.usual)
      .describe('In seconds; of a video only.'),
    duration: numberField('Duration', duration)
      .default(duration.usual)
      .describe('In seconds; of a video only.'),
    outputFormat: z
      .enum(gifOutputs, { error: `Output format must be one of: ${gifOutputs.join(', ')}.` })
      .default('gif'),
    loopCount: numberField('loopCount', { min: 0, max: 1000, isWhole: true })
      .default(0)
      .describe('How often it plays; 0 is for ever.'),
    isReversed: booleanField('isReversed', false),
    caption: z
      .string({ error: 'The caption must be a text.' })
      .trim()
      .max(maxCaptionCharacters, { error: `A caption can have up to ${maxCaptionCharacters} characters.` })
      .default('')
      .describe('Written at the bottom of every picture.'),
    delays: z
      .string({ error: 'Delays must be milliseconds with commas between them.' })
      .regex(/^(\d+(,\d+)*)?$/, { error: 'Delays must be milliseconds with commas between them.' })
      .refine(
        text =>
          text === '' || text.split(',').every(ms => Number(ms) >= delay.min && Number(ms) <= delay.max),
        { error: `Each delay must be from ${delay.min} to ${delay.max} milliseconds.` },
      )
      .default('')
      .describe('How long each picture stays, in milliseconds with commas between; of pictures only.'),
    maxKilobytes: numberField('maxKilobytes', { min: 0, max: 1_048_576, isWhole: true })
      .default(0)
      .describe('The result should not be larger; 0 sets no limit.'),
  }),
  refuseFormats: given =>
    isOneVideoOrImages(given) ? undefined : new AppError('invalid-request', { reason: gifMixRefusal }),
  queueClass: 'short',
  longFromBytes: 50 * bytesPerMegabyte,
  maxBytes: 200 * bytesPerMegabyte,
})
