/** POST /api/compress/files: files of any kind into one archive. */
import { z } from 'zod'
import { type ArchiveFormat, archiveFormats } from '../archive-formats.ts'
import { bytesPerMegabyte } from '../bytes.ts'
import { compressionLevels, compressionRefusal } from '../compression.ts'
import { compressMessages } from '../messages/compress.ts'
import { booleanField } from './boolean-field.ts'
import { defineOperation } from './operation.ts'
import { passwordField } from './password-field.ts'

const { lowest, usual, highest } = compressionLevels
const levelError = `Compression level must be a whole number from ${lowest} to ${highest}.`

export const compressFiles = defineOperation({
  path: '/api/compress/files',
  label: 'File compression',
  fileKind: 'archive',
  takesMany: true,
  noFile: compressMessages.noFile,
  inputs: 'any',
  outputs: archiveFormats,
  options: z.object({
    compressionFormat: z
      .enum(archiveFormats, { error: `Compression format must be one of: ${archiveFormats.join(', ')}.` })
      .default('zip'),
    compressionLevel: z.coerce
      .number({ error: levelError })
      .int({ error: levelError })
      .min(lowest, { error: levelError })
      .max(highest, { error: levelError })
      .default(usual),
    isPasswordProtected: booleanField('isPasswordProtected', false),
    password: passwordField.describe('Protects the archive. Never stored in clear.'),
  }),
  formatField: 'compressionFormat',
  refusal: ({ options, password, plan }) =>
    compressionRefusal(
      {
        format: options.compressionFormat as ArchiveFormat,
        level: Number(options.compressionLevel),
        isPasswordProtected: options.isPasswordProtected === true,
        password,
      },
      plan,
    ),
  queueClass: 'short',
  longFromBytes: 100 * bytesPerMegabyte,
  maxBytes: 1024 * bytesPerMegabyte,
})
