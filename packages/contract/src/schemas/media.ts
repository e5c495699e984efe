/** What a film or a recording is like: its length, pictures and sound, as the engine that reads it says. */
import { z } from 'zod'

export const mediaDetailsSchema = z.object({
  durationSeconds: z.number().nullable().describe('Null when the file does not say.'),
  video: z
    .object({
      codec: z.string().describe('As people know it, for example "H.264".'),
      width: z.number().int().describe('As shown: after rotation, with square pixels.'),
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
    .describe('The first track.'),
  audioTracks: z.number().int(),
  subtitleTracks: z.number().int(),
})
export type MediaDetails = z.infer<typeof mediaDetailsSchema>

export const streamWorks = ['copied', 'encoded'] as const
export type StreamWork = (typeof streamWorks)[number]

/** What a conversion made of a film or a recording. */
export const mediaChangeSchema = z.object({
  before: mediaDetailsSchema,
  after: mediaDetailsSchema,
  video: z.enum(streamWorks).nullable().describe('Copied streams are the original ones, bit by bit.'),
  audio: z.enum(streamWorks).nullable(),
})
export type MediaChange = z.infer<typeof mediaChangeSchema>
