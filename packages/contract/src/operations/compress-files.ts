/** POST /api/compress/files: packs files of any kind into one archive. */
import { z } from 'zod'
import { archiveFormats } from '../archive-formats.ts'
import { bytesPerMegabyte } from '../bytes.ts'
import { compressionLevels, compressionRefusal } from '../compression.ts'
import { maxFilesPerArchive } from '../limits.ts'
import { plans } from '../plans.ts'
import { compressMessages } from '../tools/compress/messages.ts'
import { defineOperation } from './operation.ts'
import { booleanWithoutDefault, numberField } from './option-fields.ts'
import { passwordField } from './password-field.ts'

const { lowest, default: defaultLevel, highest } = compressionLevels

export const compressFiles = defineOperation({
  path: '/api/compress/files',
  label: 'File compression',
  fileKind: 'archive',
  takes: 'several-files',
  maxFiles: maxFilesPerArchive,
  countsAsOne: false,
  noFile: compressMessages.noFile,
  inputs: 'any',
  outputs: archiveFormats,
  output: { by: 'option', format: ({ compressionFormat }) => compressionFormat },
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
  }),
  password: passwordField.describe('Encrypts the archive. Never stored in plain text.'),
  formatField: 'compressionFormat',
  resolve: (options, password = '') => ({
    ...options,
    isPasswordProtected: options.isPasswordProtected ?? password !== '',
  }),
  stepOptions: ({ compressionLevel }) => ({ level: compressionLevel }),
  refusal: ({
    options: { compressionFormat, compressionLevel, isPasswordProtected = false },
    password,
    plan,
  }) =>
    compressionRefusal(
      { format: compressionFormat, level: compressionLevel, isPasswordProtected, password },
      plan,
    ),
  queueClass: 'short',
  longFromBytes: 100 * bytesPerMegabyte,
  maxBytes: plans.free.archiveFileBytes,
})
