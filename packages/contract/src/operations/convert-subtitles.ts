/** POST /api/convert/subtitles: converts subtitles, shifts them and changes their frame rate. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { AppError } from '../errors.ts'
import { defineOperation } from './operation.ts'
import { numberField } from './option-fields.ts'

const subtitleOutputs = ['srt', 'vtt', 'ass', 'ssa', 'sub', 'mpl', 'ttml', 'sbv', 'lrc', 'txt'] as const

const dayMs = 24 * 60 * 60 * 1000
const frameRates = { min: 1, max: 240 }

export const convertSubtitles = defineOperation({
  path: '/api/convert/subtitles',
  label: 'Subtitle conversion',
  fileKind: 'subtitles',
  takes: 'one-file',
  inputs: ['srt', 'vtt', 'ass', 'ssa', 'sub', 'mpl', 'ttml', 'sbv', 'lrc'],
  outputs: subtitleOutputs,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z.enum(subtitleOutputs, {
      error: `Output format must be one of: ${subtitleOutputs.join(', ')}.`,
    }),
    shiftMs: numberField('shiftMs', { min: -dayMs, max: dayMs, isWhole: true })
      .prefault(0)
      .describe('Milliseconds by which all subtitles appear later; negative: earlier.'),
    fromFrameRate: numberField('fromFrameRate', frameRates)
      .optional()
      .describe(
        'Frame rate of the video that the subtitles were made for; times are adapted to toFrameRate.',
      ),
    toFrameRate: numberField('toFrameRate', frameRates)
      .optional()
      .describe('Frame rate of the video that the subtitles are wanted for.'),
    frameRate: numberField('frameRate', frameRates)
      .optional()
      .describe(
        'Frames per second of sub files, whose times are frames. Default: what the file says, otherwise 23.976.',
      ),
  }),
  stepOptions: ({ outputFormat, ...options }) => options,
  refusal: ({ options: { fromFrameRate, toFrameRate } }) =>
    (fromFrameRate === undefined) === (toFrameRate === undefined)
      ? undefined
      : new AppError('option-without-effect', {
          option: fromFrameRate === undefined ? 'toFrameRate' : 'fromFrameRate',
          reason: 'fromFrameRate and toFrameRate are used together.',
        }),
  queueClass: 'short',
  maxBytes: 20 * bytesPerMegabyte,
})
