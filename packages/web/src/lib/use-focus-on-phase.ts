/** Takes the focus along when one panel takes the place of another: what had it is gone with the old one. */
import { type RefObject, useEffect, useRef } from 'react'

/** Not at first sight, and never away from something the reader is in the middle of. */
export function useFocusOnPhase(phase: string, target: RefObject<HTMLElement | null>): void {
  const seen = useRef(phase)
  useEffect(() => {
    if (seen.current === phase) return
    seen.current = phase
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) target.current?.focus()
  }, [phase, target])
}
