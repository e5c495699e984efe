/** POST /api/subtitle/video: a film with its words on the picture, or as a track that can be switched on. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { videoTextMessages } from '../messages/video-text.ts'
import { extractionInputs } from './convert-audio.ts'
import { defineOperation } from './operation.ts'

/** Hours of talk fit into it. */
const maxSubtitleCharacters = 1_000_000

export const subtitleWays = ['burn', 'track'] as const
export type SubtitleWay = (typeof subtitleWays)[number]

export const addSubtitles = defineOperation({
  path: '/api/subtitle/video',
  label: 'Subtitles',
  fileKind: 'video',
  noFile: videoTextMessages.noFile,
  inputs: extractionInputs,
  outputs: ['mp4'],
  outputFor: () => 'mp4',
  options: z.object({
    subtitles: z
      .string({ error: 'Subtitles must be in SRT format.' })
      .trim()
      .min(1, { error: 'Subtitles must be in SRT format.' })
      .max(maxSubtitleCharacters, { error: 'These subtitles are too long.' })
      .describe('As SRT.'),
    way: z
      .enum(subtitleWays, { error: `Way must be one of: ${subtitleWays.join(', ')}.` })
      .default('burn')
      .describe('burn draws them into the picture; track adds them without changing the picture.'),
  }),
  queueClass: 'long',
  maxBytes: 100 * bytesPerMegabyte,
})
