/** Reports the failure of an identity provider redirect once and removes it from the URL. */

import { errorMessage, errorTable, isErrorCode } from '@filesmith/contract/errors'
import { isIdentityProvider } from '@filesmith/contract/identity-providers'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { useSignInWays } from './use-sign-in-ways.ts'

/** `onFailure` gets undefined for unknown codes. */
export function useRedirectFailure(onFailure: (message: string | undefined) => void): void {
  const [search, setSearch] = useSearchParams()
  const { labelOf, isKnown } = useSignInWays()
  const failed = search.get('failed')
  const provider = search.get('provider') ?? ''
  // The name of the organization is known only after the server has responded.
  const canReport = failed !== null && (isKnown || provider !== 'organisation')

  const reportOnce = useEffectEvent(() => {
    const label = isIdentityProvider(provider) ? labelOf(provider) : undefined
    onFailure(failed === null ? undefined : messageForCode(failed, label))
    setSearch(without('failed', 'provider'), { replace: true })
  })
  useEffect(() => {
    if (canReport) reportOnce()
  }, [canReport])
}

export function without(...names: readonly string[]) {
  return (search: URLSearchParams) =>
    new URLSearchParams([...search].filter(([name]) => !names.includes(name)))
}

/** Undefined for unknown codes, and for messages with other parameters than the provider. */
export function messageForCode(code: string, providerLabel: string | undefined): string | undefined {
  if (!isErrorCode(code)) return undefined
  const placeholders = errorTable[code].message.match(/\{\w+\}/g) ?? []
  if (placeholders.some(placeholder => placeholder !== '{provider}' || !providerLabel)) return undefined
  return errorMessage(code, providerLabel ? { provider: providerLabel } : {})
}
