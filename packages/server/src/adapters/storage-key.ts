/** Validates storage keys: plain path segments, which prevents path traversal and hidden files. */
import { AppError } from '@filesmith/contract/errors'

const keyRule = /^[a-z0-9_-][a-z0-9._-]*(?:\/[a-z0-9_-][a-z0-9._-]*)*$/i
const maxKeyLength = 255

export function checkKey(key: string): void {
  if (key.length <= maxKeyLength && keyRule.test(key)) return
  throw new AppError('invalid-request', { reason: 'This is not a valid storage key.' })
}

/** A prefix may end within a segment, or be empty to match every key. */
export function checkPrefix(prefix: string): void {
  if (prefix !== '') checkKey(prefix.replace(/\/$/, ''))
}
