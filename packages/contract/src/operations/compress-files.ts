/** POST /api/compress/files: packs files of any kind into one archive. */
import { z } from 'zod'
import { type ArchiveFormat, archiveFormats } from '../archive-formats.ts'
import { bytesPerMegabyte } from '../bytes.ts'
import { compressionLevels, compressionRefusal } from '../compression.ts'
import { compressMessages } from '../messages/compress.ts'
import { booleanWithoutDefault } from './boolean-field.ts'
import { numberField } from './number-field.ts'
import { defineOperation } from './operation.ts'
import { passwordField } from './password-field.ts'

const { lowest, default: defaultLevel, highest } = compressionLevels

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
    compressionLevel: numberField('Compression level', {
      min: lowest,
      max: highest,
      isWhole: true,
    }).prefault(defaultLevel),
    isPasswordProtected: booleanWithoutDefault('isPasswordProtected')
      .optional()
      .describe('Default: true if a password is set. False together with a password is rejected.'),
    password: passwordField.describe('Encrypts the archive. Never stored in plain text.'),
  }),
  resolve: (options, password = '') => ({
    ...options,
    isPasswordProtected: options.isPasswordProtected ?? password !== '',
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
