/** Whether the viewport is wide enough for the side menu. */
import { desktopFromPx } from '@filesmith/contract/schemas/ad-impression'
import { useSyncExternalStore } from 'react'

const query = `(min-width: ${desktopFromPx}px)`

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}
