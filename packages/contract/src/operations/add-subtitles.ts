/** POST /api/subtitle/video: burns subtitles into a video, or adds them as a subtitle track. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { videoTextMessages } from '../tools/video2text/messages.ts'
import { extractionInputs } from './media-calls.ts'
import { defineOperation } from './operation.ts'

/** Enough for many hours of speech. */
const maxSubtitleCharacters = 1_000_000

export const subtitleWays = ['burn', 'track'] as const
export type SubtitleWay = (typeof subtitleWays)[number]

export const addSubtitles = defineOperation({
  path: '/api/subtitle/video',
  label: 'Subtitles',
  fileKind: 'video',
  noFile: videoTextMessages.noFile,
  takes: 'one-file',
  inputs: extractionInputs,
  outputs: ['mp4'],
  output: { by: 'input', format: () => 'mp4' },
  options: z.object({
    subtitles: z
      .string({ error: 'Subtitles must be in SRT format.' })
      .trim()
      .min(1, { error: 'Subtitles must be in SRT format.' })
      .max(maxSubtitleCharacters, { error: 'These subtitles are too long.' })
      .describe('In SRT format.'),
    way: z
      .enum(subtitleWays, { error: `Way must be one of: ${subtitleWays.join(', ')}.` })
      .default('burn')
      .describe(
        'burn renders them into the video; track adds a subtitle track and leaves the video unchanged.',
      ),
  }),
  nameSuffix: () => '-subtitled',
  stepOptions: options => options,
  queueClass: 'long',
  maxBytes: 100 * bytesPerMegabyte,
})
