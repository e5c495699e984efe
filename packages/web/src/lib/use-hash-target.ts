/** Scrolls to the element of the URL hash and focuses it. */
import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Browsers do this only for elements that exist on page load; content rendered later needs it. */
export function useHashTarget(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the location key changes when the same hash is opened again
  useEffect(() => {
    if (hash === '') return
    const target = document.getElementById(decodeURIComponent(hash.slice(1)))
    target?.scrollIntoView?.({ block: 'start' })
    target?.focus({ preventScroll: true })
  }, [hash, key])
}
