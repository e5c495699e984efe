/** Why somebody came back from elsewhere without what they went for: told once, then the address forgets it. */
import { isIdentityProvider } from '@filesmith/contract/identity-providers'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { messageOfCode } from './message-of-code.ts'
import { useSignInWays } from './use-sign-in-ways.ts'

/** `tell` gets no words where the address holds a code that nobody here knows. */
export function useReturnedFailure(tell: (words: string | undefined) => void): void {
  const [search, setSearch] = useSearchParams()
  const { labelOf, isKnown } = useSignInWays()
  const failed = search.get('failed')
  const provider = search.get('provider') ?? ''
  // Only the server knows what an organisation is called.
  const canTell = failed !== null && (isKnown || provider !== 'organisation')

  const tellAndForget = useEffectEvent(() => {
    const label = isIdentityProvider(provider) ? labelOf(provider) : undefined
    tell(messageOfCode(failed ?? '', label))
    setSearch(without('failed', 'provider'), { replace: true })
  })
  useEffect(() => {
    if (canTell) tellAndForget()
  }, [canTell])
}

export function without(...names: readonly string[]) {
  return (search: URLSearchParams) =>
    new URLSearchParams([...search].filter(([name]) => !names.includes(name)))
}
