/** GET /api/conversions: all conversions of the owner, paginated. */
import { z } from 'zod'
import { conversionStatuses } from '../conversion-status.ts'
import { fileKinds } from '../formats.ts'

export const historyQuerySchema = z.object({
  fileType: z.enum(fileKinds).optional(),
  status: z.enum(conversionStatuses).optional(),
  search: z.string().max(200).optional().describe('Part of the file name.'),
  before: z.string().max(100).optional().describe('The `next` value of the previous page.'),
})

export const pastConversionSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  fileType: z.enum(fileKinds),
  originalFormat: z.string(),
  convertedFormat: z.string(),
  originalSize: z.number().int(),
  fileSize: z.number().int().nullable().describe('Size of the result in bytes; null without a result.'),
  status: z.enum(conversionStatuses),
  errorMessage: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  canRepeat: z.boolean().describe('The original is still stored and can be converted again.'),
})
export type PastConversion = z.infer<typeof pastConversionSchema>

export const conversionHistorySchema = z.object({
  conversions: z.array(pastConversionSchema),
  next: z.string().nullable().describe('Pass as `before` to get the next page; null on the last page.'),
})
export type ConversionHistory = z.infer<typeof conversionHistorySchema>
