/** Help search, loaded with all articles when the search field is focused. */
import { useEffect, useState } from 'react'
import type { HelpMatches } from './search-help.ts'

type Search = (text: string) => HelpMatches

interface HelpSearch {
  /** Undefined without a search text and while the articles are loading. */
  readonly found: HelpMatches | undefined
  readonly prepare: () => void
}

export function useHelpSearch(text: string): HelpSearch {
  const [search, setSearch] = useState<Search>()
  const [isPrepared, setIsPrepared] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const shouldLoad = (isPrepared || text !== '') && search === undefined
  useEffect(() => {
    if (!shouldLoad) return
    let isMounted = true
    import('./search-help.ts').then(
      ({ searchHelp }) => isMounted && setSearch(() => searchHelp),
      (error: unknown) => isMounted && setFailure(error),
    )
    return () => {
      isMounted = false
    }
  }, [shouldLoad])
  // Handled by the error boundary of the page layout.
  if (failure !== undefined) throw failure
  return { found: text === '' ? undefined : search?.(text), prepare: () => setIsPrepared(true) }
}
