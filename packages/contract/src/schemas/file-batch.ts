/** Batches of files of any kind: each file with the format that it is converted to. */
import { z } from 'zod'
import { formatIds } from '../formats.ts'
import { maxFilesPerBatch } from '../limits.ts'

const optionSchema = z.union([z.string().max(2000), z.number(), z.boolean()])

const wantedFileSchema = z.strictObject({
  uploadId: z.uuid(),
  outputFormat: z.enum(formatIds, { error: 'Output format must be one of those in GET /api/formats.' }),
  path: z
    .string()
    .max(4096)
    .optional()
    .describe(
      'File name with folders, for example photos/a.jpg: the ZIP file of the results has these folders.',
    ),
  options: z
    .record(z.string().max(60), optionSchema)
    .optional()
    .describe('Of the operation that converts the file, for example quality. Unknown options are rejected.'),
})

const audiobookSchema = z
  .partialRecord(z.enum(['title', 'author', 'bitrate']), z.string().max(2000))
  .describe('Options of POST /api/create/audiobook.')

/** POST /api/batches and POST /api/batches/check-files. */
export const fileBatchSchema = z.strictObject({
  files: z.array(wantedFileSchema).min(1).max(maxFilesPerBatch).describe('Uploaded files, in order.'),
  audiobook: audiobookSchema
    .optional()
    .describe(
      'Joins all files, which must be audio, to one audiobook with a chapter for each of them; outputFormat must be m4b.',
    ),
})
export type FileBatch = z.infer<typeof fileBatchSchema>
