/** Passwords of single files, beside the one that is tried with every file. */
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { maxPasswordLength } from './password-field.ts'

const maxFiles = 1000

/** A password has no line breaks. */
export const passwordsField = z
  .string({ error: 'Passwords must be text with one line per file.' })
  .max(maxFiles * (maxPasswordLength + 1), { error: 'The passwords are too long.' })
  .refine(text => text.split('\n').every(line => line.length <= maxPasswordLength), {
    error: `Each of the passwords can have at most ${maxPasswordLength} characters.`,
  })
  .optional()
  .describe(
    'Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done.',
  )

export interface GivenPasswords {
  readonly password?: string | undefined
  readonly passwords?: string | undefined
}

function linesOf(passwords: string): string[] {
  return passwords.split(/\r?\n/)
}

/** The one of a file that is processed alone. */
export function passwordOfFile(
  { password, passwords = '' }: GivenPasswords,
  index: number,
): string | undefined {
  return linesOf(passwords)[index] || password
}

/** A password is used or rejected, never ignored. */
export function refusePasswords({ passwords = '' }: GivenPasswords, fileCount: number): AppError | undefined {
  const needed = linesOf(passwords).findLastIndex(line => line !== '') + 1
  return needed > fileCount
    ? new AppError('invalid-request', {
        reason: `There is a password for file ${needed}, but there ${fileCount === 1 ? 'is 1 file' : `are ${fileCount} files`}.`,
      })
    : undefined
}

/** Passwords travel as one sealed string. No PDF or document has this character in its password. */
const separator = '\0'

export function joinPasswords({ password, passwords }: GivenPasswords): string | undefined {
  return passwords === undefined || passwords === '' ? password : `${password ?? ''}${separator}${passwords}`
}

export function splitJoinedPasswords(joined: string): {
  readonly password: string
  readonly ofFiles: readonly string[]
} {
  const [password = '', passwords] = joined.split(separator)
  return { password, ofFiles: passwords === undefined ? [] : linesOf(passwords) }
}
