/** What the server says about a conversion: the recent list, its state, and the events of its progress. */
import { z } from 'zod'
import { fileKinds } from '../formats.ts'
import { mediaChangeSchema } from './media.ts'

export const conversionStatuses = [
  'queued',
  'running',
  'succeeded',
  'failed',
  'cancelled',
  'expired',
] as const
export type ConversionStatus = (typeof conversionStatuses)[number]

export const recentConversionSchema = z.object({
  id: z.string(),
  fileName: z.string().describe('The name the file had when it was uploaded.'),
  fileType: z.enum(fileKinds),
  originalFormat: z.string(),
  convertedFormat: z.string(),
  fileSize: z.number().int().describe('Size of the result in bytes.'),
  createdAt: z.iso.datetime(),
  isExpired: z.boolean().describe('Its time is over: it can no longer be downloaded.'),
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

/** The state of one conversion; every progress event carries the same, so a missed event costs nothing. */
export const conversionStateSchema = z.object({
  id: z.string(),
  status: z.enum(conversionStatuses),
  percent: z.number().min(0).max(100).describe('Reported by the engine; 100 only on success.'),
  stage: z.string().describe('What the engine is doing, for example "decode" or "encode".'),
  secondsLeft: z.number().nullable().describe('Estimated from the pace so far; null when unknown.'),
  operation: z.string(),
  fileName: z.string(),
  originalFormat: z.string(),
  convertedFormat: z.string(),
  originalSize: z.number().int(),
  resultSize: z.number().int().nullable(),
  media: mediaChangeSchema.nullable().describe('Of films and recordings, once they are converted.'),
  notes: z.array(z.string()).describe('What one should know about a result that is there.'),
  downloadUrl: z.string().nullable(),
  parts: z
    .array(conversionPartSchema)
    .describe('What was made beside the result: pictures of pages, words with their places, other formats.'),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
})
export type ConversionState = z.infer<typeof conversionStateSchema>

export const conversionReplySchema = z.object({
  downloadUrl: z.string(),
  text: z.string().optional().describe('The result itself, of calls that extract text.'),
})
export type ConversionReply = z.infer<typeof conversionReplySchema>

export const acceptedReplySchema = z.object({ id: z.string(), statusUrl: z.string(), eventsUrl: z.string() })
export type AcceptedReply = z.infer<typeof acceptedReplySchema>

export function isFinished(status: ConversionStatus): boolean {
  return status !== 'queued' && status !== 'running'
}
