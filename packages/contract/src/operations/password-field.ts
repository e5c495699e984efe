/** The password of a protected file, or of an archive to be made; an empty one is none. */
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { type FormatId, formats } from '../formats.ts'

const maxLength = 127

/** Formats that can be protected by a password and are opened with it. */
const protectable: readonly FormatId[] = ['pdf', 'docx', 'doc', 'odt']

/** A password is used or refused, never dropped: the caller would take the file for a protected one. */
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

export const passwordField = z
  .string({ error: 'Password must be a string.' })
  .max(maxLength, { error: `Password can have at most ${maxLength} characters.` })
  .optional()
  .describe(
    'Opens a protected file; the result is not protected. Refused for formats without passwords. Never stored in clear, and gone when the work is done.',
  )
