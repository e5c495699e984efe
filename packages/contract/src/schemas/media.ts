/** Properties of a video or audio file, as reported by the engine. */
import { z } from 'zod'

export const mediaDetailsSchema = z.object({
  durationSeconds: z.number().nullable().describe('Null if unknown.'),
  video: z
    .object({
      codec: z.string().describe('Common name, for example "H.264".'),
      width: z.number().int().describe('As displayed: after rotation, with square pixels.'),
      height: z.number().int(),
      framesPerSecond: z.number().nullable(),
      isHdr: z.boolean(),
    })
    .nullable(),
  audio: z
    .object({
      codec: z.string(),
      channels: z.number().int(),
      sampleRateHz: z.number().int(),
      bitrateKbps: z.number().nullable(),
      isLossless: z.boolean(),
    })
    .nullable()
    .describe('The first audio track.'),
  audioTracks: z.number().int(),
  subtitleTracks: z.number().int(),
})
export type MediaDetails = z.infer<typeof mediaDetailsSchema>

export const streamWorks = ['copied', 'encoded'] as const
export type StreamWork = (typeof streamWorks)[number]

/** How a conversion changed a video or audio file. */
export const mediaChangeSchema = z.object({
  before: mediaDetailsSchema,
  after: mediaDetailsSchema,
  video: z.enum(streamWorks).nullable().describe('Copied streams are bit-identical to the original.'),
  audio: z.enum(streamWorks).nullable(),
})
export type MediaChange = z.infer<typeof mediaChangeSchema>
