/** Keeps the `next` parameter when switching between sign-in pages. */
import { useSearchParams } from 'react-router'

interface NextParameter {
  /** Appends the `next` parameter to a path, if there is one. */
  readonly withNext: (path: string) => string
  /** With a next path, switching between sign-in pages replaces the history entry. */
  readonly hasNext: boolean
}

export function useNextParameter(): NextParameter {
  const [search] = useSearchParams()
  const next = search.get('next')
  return {
    withNext: path => (next === null ? path : `${path}?${new URLSearchParams({ next })}`),
    hasNext: next !== null,
  }
}
