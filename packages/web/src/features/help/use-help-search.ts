/** The search through the help, with every article it reads; fetched when somebody is about to search. */
import { useEffect, useState } from 'react'
import type { FoundHelp } from './search-help.ts'

type Search = (text: string) => FoundHelp

interface HelpSearch {
  /** Absent when nothing is looked for, and while the articles are on their way. */
  readonly found: FoundHelp | undefined
  readonly prepare: () => void
}

export function useHelpSearch(text: string): HelpSearch {
  const [search, setSearch] = useState<Search>()
  const [isExpected, setIsExpected] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const isWanted = (isExpected || text !== '') && search === undefined
  useEffect(() => {
    if (!isWanted) return
    let isHere = true
    import('./search-help.ts').then(
      ({ searchHelp }) => isHere && setSearch(() => searchHelp),
      (error: unknown) => isHere && setFailure(error),
    )
    return () => {
      isHere = false
    }
  }, [isWanted])
  // The way out of a page whose code does not come is the frame's.
  if (failure !== undefined) throw failure
  return { found: text === '' ? undefined : search?.(text), prepare: () => setIsExpected(true) }
}
