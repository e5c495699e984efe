/** Parses the options of a request by the schema of its operation; unknown options are rejected, never ignored. */
import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { Operation, Requested } from './operation.ts'
import { type OperationId, operations } from './registry.ts'

export function parseOptions(operation: OperationId, fields: object): Requested {
  const known = Object.keys(operations[operation].fields.shape)
  const unknown = Object.keys(fields).filter(option => !known.includes(option))
  if (unknown.length > 0) throw unknownOption(operation, unknown)
  return parseStoredOptions(operation, fields)
}

/** Ignores other fields, which are stored with the options. */
export function parseStoredOptions(operation: OperationId, stored: object): Requested {
  try {
    return operations[operation].parse(stored)
  } catch (error) {
    throw error instanceof z.ZodError ? optionError(operation, error) : error
  }
}

/** For API clients and the command line. */
export function optionsJsonSchema({ fields }: Operation) {
  return z.toJSONSchema(fields, { io: 'input', unrepresentable: 'any' })
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
