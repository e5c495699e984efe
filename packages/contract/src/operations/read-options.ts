/** Reads the options of a call by the schema of its operation; an option that it does not know is refused, never dropped. */
import type { z } from 'zod'
import { AppError } from '../errors.ts'
import type { Operation } from './operation.ts'

export interface GivenOptions {
  readonly options: Readonly<Record<string, unknown>>
  /** Never kept with the others. */
  readonly password: string | undefined
}

/** `name` is what a refusal calls the operation. */
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

/** What a schema says about wrong options; keys that a strict object inside of it does not know are named. */
export function optionError(what: string, { issues }: z.ZodError): AppError {
  const unknown = issues.flatMap(issue =>
    issue.code === 'unrecognized_keys' ? issue.keys.map(key => [...issue.path, key].join('.')) : [],
  )
  if (unknown.length > 0) return unknownOption(what, unknown)
  return new AppError('invalid-request', { reason: issues.map(issue => issue.message).join(' ') })
}

/** Names of callers are shown, so they are cut and kept to one line. */
function unknownOption(what: string, names: readonly string[]): AppError {
  const shown = names.slice(0, 5).map(name => name.replace(/[^\x20-\x7e]/g, '?').slice(0, 40))
  return new AppError('unknown-option', { what, option: shown.join(', ') })
}
