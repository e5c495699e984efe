/** Moves the focus to the panel of a new phase, because the focused element was unmounted with the old one. */
import { type RefObject, useEffect, useRef } from 'react'

/** Not on mount, not for a phase that the user did not cause, and only if nothing else has the focus. */
export function useFocusOnPhase(
  phase: string,
  target: RefObject<HTMLElement | null>,
  isUserAction = true,
): void {
  const previousPhase = useRef(phase)
  useEffect(() => {
    if (previousPhase.current === phase) return
    previousPhase.current = phase
    if (!isUserAction) return
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) target.current?.focus()
  }, [phase, target, isUserAction])
}
