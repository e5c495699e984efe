/** What goes into a batch and what the server says about one. */
import { z } from 'zod'
import { batchKindIds, batchKinds } from '../batch.ts'
import type { FormatId } from '../formats.ts'
import { maxFilesPerArchive } from '../limits.ts'
import { conversionStateSchema } from './conversion.ts'

const targets = [...new Set(Object.values(batchKinds).flatMap(kind => kind.outputs as readonly FormatId[]))]

export const batchOptionsSchema = z
  .strictObject({
    fileType: z.enum(batchKindIds, { error: `File type must be one of: ${batchKindIds.join(', ')}.` }),
    targetFormat: z.enum(targets as [FormatId, ...FormatId[]], { error: 'Please select a target format' }),
  })
  .superRefine(({ fileType, targetFormat }, context) => {
    const offered: readonly FormatId[] = batchKinds[fileType].outputs
    if (offered.includes(targetFormat)) return
    context.addIssue({
      code: 'custom',
      path: ['targetFormat'],
      message: `Target format for ${fileType} must be one of: ${offered.join(', ')}.`,
    })
  })
export type BatchOptions = z.infer<typeof batchOptionsSchema>

/** Files that were sent before, in the order they should have. */
export const sentFilesSchema = z
  .array(
    z.strictObject({
      uploadId: z.uuid(),
      path: z.string().max(4096).optional().describe('Its name with folders, as in photos/a.jpg.'),
      modifiedAt: z.iso.datetime().optional(),
    }),
  )
  .min(1)
  .max(maxFilesPerArchive)
export type SentFile = z.infer<typeof sentFilesSchema>[number]

export const batchStateSchema = z.object({
  id: z.string(),
  status: z
    .enum(['running', 'succeeded', 'failed', 'cancelled', 'expired'])
    .describe('Succeeded as soon as every file is done and at least one of them well.'),
  percent: z.number().min(0).max(100).describe('Of all files together.'),
  downloadUrl: z.string().nullable().describe('One zip, or the file itself when it is only one.'),
  files: z.array(conversionStateSchema).describe('In the order in which they were given.'),
})
export type BatchState = z.infer<typeof batchStateSchema>

export const batchReplySchema = z.object({
  downloadUrl: z.string(),
  failures: z
    .array(z.object({ fileName: z.string(), message: z.string() }))
    .describe('Files that could not be converted, and why.'),
})
