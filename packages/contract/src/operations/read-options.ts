/** Parses the options of a request by the schema of its operation; unknown options are rejected, never ignored. */
import type { z } from 'zod'
import { AppError } from '../errors.ts'
import type { Operation } from './operation.ts'

export interface GivenOptions {
  readonly options: Readonly<Record<string, unknown>>
  /** Never stored with the options. */
  readonly password: string | undefined
}

/** `name` is the operation's name in error messages. */
export function readGivenOptions(
  operation: Operation,
  name: string,
  fields: Readonly<Record<string, unknown>>,
): GivenOptions {
  refuseUnknown(name, Object.keys(fields), Object.keys(operation.options.shape))
  const parsed = operation.options.safeParse(fields)
  if (!parsed.success) throw optionError(name, parsed.error)
  const { password: given, ...options } = parsed.data
  const password = typeof given === 'string' ? given : undefined
  return { options: operation.resolve?.(options, password) ?? options, password }
}

function refuseUnknown(what: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.filter(option => !known.includes(option))
  if (unknown.length > 0) throw unknownOption(what, unknown)
}

/** Converts schema errors; unknown keys of nested strict objects are named. */
export function optionError(what: string, { issues }: z.ZodError): AppError {
  const unknown = issues.flatMap(issue =>
    issue.code === 'unrecognized_keys' ? issue.keys.map(key => [...issue.path, key].join('.')) : [],
  )
  if (unknown.length > 0) return unknownOption(what, unknown)
  return new AppError('invalid-request', { reason: issues.map(issue => issue.message).join(' ') })
}

/** Names come from the caller and are shown, so they are truncated and limited to one line (log injection). */
function unknownOption(what: string, names: readonly string[]): AppError {
  const shown = names.slice(0, 5).map(name => name.replace(/[^\x20-\x7e]/g, '?').slice(0, 40))
  return new AppError('unknown-option', { what, option: shown.join(', ') })
}
