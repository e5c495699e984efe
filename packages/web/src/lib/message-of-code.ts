/** What an error code in an address line means: whoever comes back from Google or GitHub brings no more than that. */
import { errorMessage, errorTable, isErrorCode } from '@filesmith/contract/errors'
import { identityProviderLabels } from '@filesmith/contract/identity-providers'

/** Undefined for a code that is not ours, or whose message needs more than the provider's name. */
export function messageOfCode(code: string, provider: string | null): string | undefined {
  if (!isErrorCode(code)) return undefined
  const label = Object.entries(identityProviderLabels).find(([id]) => id === provider)?.[1]
  const holes = errorTable[code].message.match(/\{\w+\}/g) ?? []
  if (holes.some(hole => hole !== '{provider}' || !label)) return undefined
  return errorMessage(code, label ? { provider: label } : {})
}
