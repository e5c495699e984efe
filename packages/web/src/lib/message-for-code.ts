/** Message of an error code in the URL after a redirect. */
import { errorMessage, errorTable, isErrorCode } from '@filesmith/contract/errors'

/** Undefined for unknown codes, and for messages with other parameters than the provider. */
export function messageForCode(code: string, providerLabel: string | undefined): string | undefined {
  if (!isErrorCode(code)) return undefined
  const placeholders = errorTable[code].message.match(/\{\w+\}/g) ?? []
  if (placeholders.some(placeholder => placeholder !== '{provider}' || !providerLabel)) return undefined
  return errorMessage(code, providerLabel ? { provider: providerLabel } : {})
}
