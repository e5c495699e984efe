/** Keeps the keyboard focus in an area when the focused part is replaced, as an empty drop zone is by the card of its file. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

export function useKeptFocus(areaRef: RefObject<HTMLElement | null>): void {
  const focusedRef = useRef<Node>(null)
  useEffect(() => {
    const area = areaRef.current
    const enter = ({ target }: FocusEvent) => {
      focusedRef.current = target instanceof Node ? target : null
    }
    // Chromium also fires `focusout` for an element that is being removed; it is disconnected a moment later.
    const leave = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (target === focusedRef.current && focusedRef.current?.isConnected) focusedRef.current = null
      })
    area?.addEventListener('focusin', enter)
    area?.addEventListener('focusout', leave)
    return () => {
      area?.removeEventListener('focusin', enter)
      area?.removeEventListener('focusout', leave)
    }
  }, [areaRef])

  useLayoutEffect(() => {
    const area = areaRef.current
    const wasRemoved = focusedRef.current?.isConnected === false
    const { activeElement } = document
    if (!area || !wasRemoved || (activeElement !== null && activeElement !== document.body)) return
    area.tabIndex = -1
    area.focus({ preventScroll: true })
  })
}
