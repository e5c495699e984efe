/** Wraps every method of a store: maps an unavailable database or a rejected value to an AppError. */
import { AppError } from '@filesmith/contract/errors'

/** Connection errors and shutdown: SQLSTATE classes of PostgreSQL and socket errors of Node. */
const unavailableCodes = /^(08...|57P0[1-3]|53300|ECONN\w+|EPIPE|ENOENT|ENOTFOUND|ETIMEDOUT|EAI_AGAIN)$/
const unavailableMessages =
  /Connection terminated|connection timeout|timeout exceeded when trying to connect/i

function isDatabaseUnavailable(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string' && unavailableCodes.test(current.code))
      return true
    if (unavailableMessages.test(current.message)) return true
  }
  return false
}

/** SQLSTATE class 22: text with NUL, number out of range, invalid date. Input validation should reject these first. */
const refusedValueCode = /^22...$/

function isValueRefused(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if ('code' in current && typeof current.code === 'string' && refusedValueCode.test(current.code))
      return true
  return false
}

function translate(error: unknown): never {
  if (!(error instanceof AppError) && isValueRefused(error)) {
    const reason = 'The request contains a value that cannot be stored.'
    throw new AppError('invalid-request', { reason }, { cause: error })
  }
  if (!(error instanceof AppError) && isDatabaseUnavailable(error))
    throw new AppError('unavailable', {}, { cause: error })
  throw error
}

type AsyncMethods = Record<string, (...args: never[]) => Promise<unknown>>

export function withDatabaseErrors<Store extends object>(store: Store): Store {
  const guarded: AsyncMethods = {}
  for (const [name, method] of Object.entries(store as AsyncMethods)) {
    guarded[name] = (...args) => method(...args).catch(translate)
  }
  return guarded as Store
}
