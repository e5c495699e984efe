/** Whether the device is operated by touch alone, so that no file can be dragged from another window. */
import { useSyncExternalStore } from 'react'

const query = '(hover: none) and (pointer: coarse)'

export function useIsTouch(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

function subscribe(onChange: () => void): () => void {
  const list = window.matchMedia(query)
  list.addEventListener('change', onChange)
  return () => list.removeEventListener('change', onChange)
}
