/** Password option and its refusals. Apart from the other fields, because browsers load those without the table of errors. */
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { type FormatId, formats } from '../formats.ts'

export const maxPasswordLength = 127

/** Formats that can be protected by a password. */
const protectable: readonly FormatId[] = ['pdf', 'docx', 'doc', 'odt', 'xlsx', 'xls', 'ods', 'pptx', 'odp']

/** A password is used or rejected, never ignored: the caller would assume that the result is protected. */
export function unusedPassword(
  given: readonly FormatId[],
  password: string | undefined,
  copies: readonly FormatId[] = [],
): AppError | undefined {
  const [format = 'other'] = given
  const { label } = formats[format]
  if (password === undefined || password === '') return undefined
  if (!protectable.includes(format)) return without(`a ${label} file cannot have a password.`)
  if (copies.includes(format)) return without(`a ${label} file is returned unchanged.`)
  return undefined
}

function without(reason: string): AppError {
  return new AppError('option-without-effect', { option: 'password', reason })
}

/** Password of a protected file, or for a new archive; an empty string means none. */
export const passwordField = z
  .string({ error: 'Password must be string.' })
  .max(maxPasswordLength, { error: `Password can have at most ${maxPasswordLength} characters.` })
  .optional()
  .describe(
    'Opens a protected file; the result is not protected. Rejected for formats without passwords. Never stored in plain text, and deleted when the job is done.',
  )
