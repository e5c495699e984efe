/** The line where the sound is. */
import { useEffect, useSyncExternalStore } from 'react'
import { lengthOf, type Stretch } from '../edit/stretch.ts'
import type { PositionStore } from '../playback/position-store.ts'

interface PlayheadProps {
  readonly position: PositionStore
  readonly view: Stretch
  /** While it plays, it must not leave the picture. */
  readonly onOutOfSight: ((seconds: number) => void) | undefined
}

export function Playhead({ position, view, onOutOfSight }: PlayheadProps) {
  const seconds = useSyncExternalStore(position.subscribe, position.get)
  const share = (seconds - view.from) / lengthOf(view)
  const isInSight = share >= 0 && share <= 1
  useEffect(() => {
    if (!isInSight) onOutOfSight?.(seconds)
  }, [isInSight, onOutOfSight, seconds])
  if (!isInSight) return null
  return (
    <span
      aria-hidden="true"
      style={{ left: `${share * 100}%` }}
      className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-accent"
    />
  )
}
