/** Turns a database that is away, or that refuses a value, into the one error type, for every method of a store. */
import { AppError } from '@filesmith/contract/errors'

/** Connection trouble and shutdown, as PostgreSQL's SQLSTATE classes and Node's socket errors name them. */
const awayCodes = /^(08...|57P0[1-3]|53300|ECONN\w+|EPIPE|ENOENT|ENOTFOUND|ETIMEDOUT|EAI_AGAIN)$/
const awayMessages = /Connection terminated|connection timeout|timeout exceeded when trying to connect/i

function isDatabaseAway(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string' && awayCodes.test(current.code)) return true
    if (awayMessages.test(current.message)) return true
  }
  return false
}

/** SQLSTATE class 22: a text with NUL, a number out of range, a date that does not exist. The edge should refuse these first. */
const refusedValueCode = /^22...$/

function isValueRefused(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if ('code' in current && typeof current.code === 'string' && refusedValueCode.test(current.code))
      return true
  return false
}

function translate(error: unknown): never {
  if (!(error instanceof AppError) && isValueRefused(error)) {
    const reason = 'The request has a value that cannot be stored.'
    throw new AppError('invalid-request', { reason }, { cause: error })
  }
  if (!(error instanceof AppError) && isDatabaseAway(error))
    throw new AppError('unavailable', {}, { cause: error })
  throw error
}

type AsyncMethods = Record<string, (...args: never[]) => Promise<unknown>>

export function translateFaults<Store extends object>(store: Store): Store {
  const guarded: AsyncMethods = {}
  for (const [name, method] of Object.entries(store as AsyncMethods)) {
    guarded[name] = (...args) => method(...args).catch(translate)
  }
  return guarded as Store
}
