/** Conversions: list of recent ones, state, and progress events. */
import { z } from 'zod'
import { conversionStatuses } from '../conversion-status.ts'
import { fileKinds } from '../formats.ts'
import { mediaChangeSchema } from './media.ts'

const resultPagesSchema = z
  .object({
    count: z.number().int(),
    format: z.string().describe('Format of each page, also if the result is an archive of numbered files.'),
  })
  .exactOptional()
  .describe('Only if the result has several pages.')
export type ResultPages = NonNullable<z.infer<typeof resultPagesSchema>>

export const recentConversionSchema = z.object({
  id: z.string(),
  fileName: z.string().describe('Original name of the file.'),
  fileType: z.enum(fileKinds),
  originalFormat: z.string(),
  convertedFormat: z.string(),
  fileSize: z.number().int().describe('Size of the result in bytes.'),
  pages: resultPagesSchema,
  createdAt: z.iso.datetime(),
  isExpired: z.boolean().describe('The result has expired and can no longer be downloaded.'),
  expiresAt: z.iso.datetime(),
})
export type RecentConversion = z.infer<typeof recentConversionSchema>

export const recentConversionsSchema = z.array(recentConversionSchema)

const conversionPartSchema = z.object({
  name: z.string(),
  format: z.string(),
  sizeBytes: z.number().int(),
  url: z.string(),
})

/** State of a conversion; every progress event contains all of it, so that missed events do not matter. */
export const conversionStateSchema = z.object({
  id: z.string(),
  status: z.enum(conversionStatuses),
  percent: z.number().min(0).max(100).describe('Reported by the engine; 100 only on success.'),
  stage: z.string().describe('What the engine is doing, for example "decode" or "encode".'),
  secondsLeft: z.number().nullable().describe('Estimated from the speed so far; null if unknown.'),
  operation: z.string(),
  fileName: z.string(),
  originalFormat: z.string(),
  convertedFormat: z.string(),
  originalSize: z.number().int(),
  resultSize: z.number().int().nullable(),
  pages: resultPagesSchema,
  media: mediaChangeSchema.nullable().describe('For converted video and audio files.'),
  notes: z
    .array(z.string())
    .describe('Notes for the user about the result; first, what of a damaged file could not be read.'),
  downloadUrl: z.string().nullable(),
  parts: z
    .array(conversionPartSchema)
    .describe(
      'Additional outputs: page images, words with positions, other formats, a preview of a TIFF, JXL or PSD.',
    ),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
})
export type ConversionState = z.infer<typeof conversionStateSchema>

export const conversionReplySchema = z.object({
  downloadUrl: z.string(),
  text: z.string().optional().describe('The result of operations that extract text.'),
  notes: z
    .array(z.string())
    .optional()
    .describe('Notes about the result, if there are any; first, what of a damaged file could not be read.'),
})
export type ConversionReply = z.infer<typeof conversionReplySchema>

export const acceptedReplySchema = z.object({ id: z.string(), statusUrl: z.string(), eventsUrl: z.string() })
export type AcceptedReply = z.infer<typeof acceptedReplySchema>
