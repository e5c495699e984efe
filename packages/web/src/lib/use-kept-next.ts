/** From one way in to another: where somebody wants to go on to is kept. */
import { useSearchParams } from 'react-router'

interface KeptNext {
  /** The address with the wish added, if there is one. */
  readonly withNext: (address: string) => string
  /** On the way to somewhere else, changing between ways in is no step that one goes back to. */
  readonly hasNext: boolean
}

export function useKeptNext(): KeptNext {
  const [search] = useSearchParams()
  const next = search.get('next')
  return {
    withNext: address => (next === null ? address : `${address}?${new URLSearchParams({ next })}`),
    hasNext: next !== null,
  }
}
