/** The one rule for keys: plain words between slashes, so that no key can leave the storage or hide in it. */
import { AppError } from '@filesmith/contract/errors'

const keyRule = /^[a-z0-9_-][a-z0-9._-]*(?:\/[a-z0-9_-][a-z0-9._-]*)*$/i
const maxKeyLength = 255

export function checkKey(key: string): void {
  if (key.length <= maxKeyLength && keyRule.test(key)) return
  throw new AppError('invalid-request', { reason: 'This is not the name of a stored file.' })
}

/** A prefix is the beginning of keys: it may stop in the middle of a word, or be empty and mean every key. */
export function checkPrefix(prefix: string): void {
  if (prefix !== '') checkKey(prefix.replace(/\/$/, ''))
}
