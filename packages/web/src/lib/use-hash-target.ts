/** Brings the part of a page in sight that the address names after '#', for the eye, the keyboard and the ear. */
import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Browsers do so by themselves, but only for what is there when the page opens; texts come later. */
export function useHashTarget(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same place can be asked for twice, which only the key tells
  useEffect(() => {
    if (hash === '') return
    const target = document.getElementById(decodeURIComponent(hash.slice(1)))
    target?.scrollIntoView?.({ block: 'start' })
    target?.focus({ preventScroll: true })
  }, [hash, key])
}
