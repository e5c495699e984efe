/** Fields of option schemas: numbers and booleans in JSON or in a form, and passwords. */
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { type FormatId, formats } from '../formats.ts'

interface Bounds {
  readonly min: number
  readonly max: number
  /** Only whole numbers. */
  readonly isWhole?: boolean
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/**
 * A number in JSON, digits in a form. An empty string, null or a list is not a number. Defaults are set by `prefault`,
 * which JSON Schema includes; it omits the `default` of a schema that transforms.
 */
export function numberField(name: string, { min, max, isWhole = false }: Bounds) {
  const error = `${name} must be a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.`
  const number = (isWhole ? z.int({ error }) : z.number({ error })).min(min, { error }).max(max, { error })
  const digits = z.string().trim().regex(decimal, { error }).transform(Number).pipe(number)
  return z.union([number, digits], { error })
}

/** A boolean in JSON, the strings "true" and "false" in a form. */
export function booleanField(name: string, defaultValue: boolean) {
  return booleanWithoutDefault(name).prefault(defaultValue)
}

export function booleanWithoutDefault(name: string) {
  return z.union([z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')], {
    error: `${name} must be true or false.`,
  })
}

const maxLength = 127

/** Formats that can be protected by a password. */
const protectable: readonly FormatId[] = ['pdf', 'docx', 'doc', 'odt']

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
  .max(maxLength, { error: `Password can have at most ${maxLength} characters.` })
  .optional()
  .describe(
    'Opens a protected file; the result is not protected. Rejected for formats without passwords. Never stored in plain text, and deleted when the job is done.',
  )
