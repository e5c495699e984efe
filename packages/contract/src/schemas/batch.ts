/** Batch requests and replies. */
import { z } from 'zod'
import { batchKindIds, batchOutputs } from '../batch.ts'
import type { FormatId } from '../formats.ts'
import { maxFilesPerArchive } from '../limits.ts'
import { imagePage } from '../operations/convert-image.ts'
import { imageQualities } from '../operations/media-calls.ts'
import { strictFields } from '../operations/operation.ts'
import { conversionStateSchema } from './conversion.ts'

const targets = [...new Set(batchKindIds.flatMap(batchOutputs))]

export const batchOptionsSchema = z
  .strictObject({
    fileType: z.enum(batchKindIds, { error: `File type must be one of: ${batchKindIds.join(', ')}.` }),
    targetFormat: z.enum(targets as [FormatId, ...FormatId[]], { error: 'Please select a target format' }),
    quality: z
      .enum(imageQualities, { error: `Quality must be one of: ${imageQualities.join(', ')}.` })
      .optional()
      .describe('For images only. Default: high.'),
    page: imagePage.optional().describe('For images only: this page of every file. Default: all pages.'),
    strict: strictFields.strict.optional(),
  })
  .superRefine(({ fileType, targetFormat, quality, page }, context) => {
    if (quality !== undefined && fileType !== 'images')
      context.addIssue({ code: 'custom', path: ['quality'], message: 'Quality is an option of images only.' })
    if (page !== undefined && fileType !== 'images')
      context.addIssue({ code: 'custom', path: ['page'], message: 'Page is an option of images only.' })
    const offered = batchOutputs(fileType)
    if (offered.includes(targetFormat)) return
    context.addIssue({
      code: 'custom',
      path: ['targetFormat'],
      message: `Target format for ${fileType} must be one of: ${offered.join(', ')}.`,
    })
  })
export type BatchOptions = z.infer<typeof batchOptionsSchema>

/** Uploaded files, in order. */
export const sentFilesSchema = z
  .array(
    z.strictObject({
      uploadId: z.uuid(),
      path: z.string().max(4096).optional().describe('File name with folders, for example photos/a.jpg.'),
      modifiedAt: z.iso.datetime().optional(),
    }),
  )
  .min(1)
  .max(maxFilesPerArchive)
export type SentFile = z.infer<typeof sentFilesSchema>[number]

/** POST /api/batches/check: a request as it would be sent with uploaded files. */
export const batchCheckSchema = batchOptionsSchema.safeExtend({ files: sentFilesSchema })
export type BatchCheck = z.infer<typeof batchCheckSchema>

export const batchStateSchema = z.object({
  id: z.string(),
  status: z
    .enum(['running', 'succeeded', 'failed', 'cancelled', 'expired'])
    .describe('Succeeded when every file is finished and at least one succeeded.'),
  percent: z.number().min(0).max(100).describe('Progress of all files together.'),
  downloadUrl: z.string().nullable().describe('A ZIP file, or the file itself if there is only one.'),
  files: z.array(conversionStateSchema).describe('In the order of the request.'),
})
export type BatchState = z.infer<typeof batchStateSchema>

export const batchReplySchema = z.object({
  downloadUrl: z.string(),
  failures: z
    .array(z.object({ fileName: z.string(), message: z.string() }))
    .describe('Files that failed, and why.'),
})
