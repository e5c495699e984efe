/** The playhead line. */
import { useEffect, useSyncExternalStore } from 'react'
import { lengthOf, type TimeRange } from '../edit/time-range.ts'
import type { PositionStore } from '../playback/position-store.ts'

interface PlayheadProps {
  readonly position: PositionStore
  readonly view: TimeRange
  /** Called when the playhead leaves the visible part during playback. */
  readonly onOffscreen: ((seconds: number) => void) | undefined
}

export function Playhead({ position, view, onOffscreen }: PlayheadProps) {
  const seconds = useSyncExternalStore(position.subscribe, position.get)
  const fraction = (seconds - view.from) / lengthOf(view)
  const isVisible = fraction >= 0 && fraction <= 1
  useEffect(() => {
    if (!isVisible) onOffscreen?.(seconds)
  }, [isVisible, onOffscreen, seconds])
  if (!isVisible) return null
  return (
    <span
      aria-hidden="true"
      style={{ left: `${fraction * 100}%` }}
      className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-accent"
    />
  )
}
