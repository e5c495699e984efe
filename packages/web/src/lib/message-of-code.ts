/** What an error code in an address line means: whoever comes back from elsewhere brings no more than that. */
import { errorMessage, errorTable, isErrorCode } from '@filesmith/contract/errors'

/** Undefined for a code that is not ours, or whose message needs more than the name of who was asked. */
export function messageOfCode(code: string, providerLabel: string | undefined): string | undefined {
  if (!isErrorCode(code)) return undefined
  const holes = errorTable[code].message.match(/\{\w+\}/g) ?? []
  if (holes.some(hole => hole !== '{provider}' || !providerLabel)) return undefined
  return errorMessage(code, providerLabel ? { provider: providerLabel } : {})
}
