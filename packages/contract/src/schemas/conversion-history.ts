/** GET /api/conversions: everything one has converted, page by page. */
import { z } from 'zod'
import { fileKinds } from '../formats.ts'
import { conversionStatuses } from './conversion.ts'

export const historyQuerySchema = z.object({
  fileType: z.enum(fileKinds).optional(),
  status: z.enum(conversionStatuses).optional(),
  search: z.string().max(200).optional().describe('Part of the file name.'),
  before: z.string().max(100).optional().describe('The `next` of the page before.'),
})

export const pastConversionSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  fileType: z.enum(fileKinds),
  originalFormat: z.string(),
  convertedFormat: z.string(),
  originalSize: z.number().int(),
  fileSize: z.number().int().nullable().describe('Size of the result in bytes; null when there is none.'),
  status: z.enum(conversionStatuses),
  errorMessage: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  canRepeat: z.boolean().describe('The original is still here, so it can be converted again.'),
})
export type PastConversion = z.infer<typeof pastConversionSchema>

export const conversionHistorySchema = z.object({
  conversions: z.array(pastConversionSchema),
  next: z.string().nullable().describe('Send it as `before` for the next page; null on the last one.'),
})
export type ConversionHistory = z.infer<typeof conversionHistorySchema>
