/** POST /api/convert/archive: unpacks an archive and packs its files again, in another format and under safe names. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { compressionLevels, compressionRefusal } from '../compression.ts'
import { AppError } from '../errors.ts'
import type { FormatId } from '../formats.ts'
import { defaultMaxBytes } from '../limits.ts'
import { defineOperation } from './operation.ts'
import { passwordField } from './password-field.ts'

const outputs = ['zip', '7z', 'tar'] as const
const openedWithPassword: readonly FormatId[] = ['zip', '7z']

export const convertArchive = defineOperation({
  path: '/api/convert/archive',
  label: 'Archive conversion',
  fileKind: 'archive',
  takes: 'one-file',
  inputs: ['zip', '7z', 'rar', 'tar', 'gz', 'bz2', 'xz', 'zst', 'iso', 'cpio', 'cab', 'p7m'],
  outputs,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z.enum(outputs, { error: `Output format must be one of: ${outputs.join(', ')}.` }),
  }),
  password: passwordField,
  stepOptions: options => options,
  refusal: ({ options: { outputFormat: format }, plan }) =>
    compressionRefusal(
      { format, level: compressionLevels.default, isPasswordProtected: false, password: undefined },
      plan,
    ),
  refuseFormats: ([format = 'other'], { password = '' }) =>
    password === '' || openedWithPassword.includes(format)
      ? undefined
      : new AppError('option-without-effect', {
          option: 'password',
          reason: 'only ZIP and 7Z archives are opened with a password.',
        }),
  queueClass: 'short',
  longFromBytes: 100 * bytesPerMegabyte,
  maxBytes: defaultMaxBytes,
})
