/** Handle at one end of the selection, moved by drag or keyboard. */
import type { KeyboardEvent, PointerEvent } from 'react'
import { cx } from '../../../ui/cx.ts'
import { formatTimecode, toSpokenTime } from '../edit/timecode.ts'

interface TrimHandleProps {
  readonly side: 'start' | 'end'
  readonly label: string
  readonly seconds: number
  readonly durationSeconds: number
  /** Position as a fraction of the visible width; undefined when outside of it. */
  readonly fraction: number | undefined
  readonly isDisabled: boolean
  readonly secondsAt: (clientX: number) => number
  readonly onMove: (seconds: number, isFinal: boolean) => void
  readonly onFocus: () => void
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -0.1,
  ArrowDown: -0.1,
  ArrowRight: 0.1,
  ArrowUp: 0.1,
  PageDown: -10,
  PageUp: 10,
}
const shiftFactor = 10
const altFactor = 0.1

export function TrimHandle(props: TrimHandleProps) {
  const { side, label, seconds, durationSeconds, fraction, isDisabled, secondsAt, onMove, onFocus } = props

  const handleKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const factor = event.shiftKey ? shiftFactor : event.altKey ? altFactor : 1
    const ends: Readonly<Record<string, number>> = { Home: 0, End: durationSeconds }
    const target = step === undefined ? ends[event.key] : seconds + step * factor
    if (target === undefined || isDisabled) return
    event.preventDefault()
    onMove(target, true)
  }
  const drag = (event: PointerEvent, isFinal: boolean) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove(secondsAt(event.clientX), isFinal)
  }
  const isStart = side === 'start'
  return (
    <div
      role="slider"
      tabIndex={isDisabled ? -1 : 0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={durationSeconds}
      aria-valuenow={seconds}
      aria-valuetext={toSpokenTime(seconds)}
      aria-disabled={isDisabled || undefined}
      onKeyDown={handleKeyDown}
      onFocus={onFocus}
      onPointerDown={event => {
        if (event.button !== 0 || isDisabled) return
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={event => drag(event, false)}
      onPointerUp={event => drag(event, true)}
      style={{ left: `${(fraction ?? (isStart ? 0 : 1)) * 100}%` }}
      className={cx(
        'group absolute inset-y-0 z-10 w-11 -translate-x-1/2 touch-none outline-none',
        isDisabled ? 'cursor-not-allowed' : 'cursor-ew-resize',
        fraction === undefined && 'pointer-events-none opacity-0',
      )}
    >
      <span className="absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 bg-ink group-focus-visible:bg-focus" />
      <span
        className={cx(
          'absolute grid h-8 w-5 place-items-center rounded border border-ink bg-surface-raised group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-focus',
          isStart ? 'top-0 right-1/2 rounded-r-none' : 'bottom-0 left-1/2 rounded-l-none',
        )}
      >
        <span className="h-4 w-1.5 border-x border-ink" />
      </span>
      <span
        aria-hidden="true"
        className={cx(
          'figures pointer-events-none absolute hidden rounded bg-ink px-1.5 py-0.5 text-xs text-ink-inverse group-hover:block group-focus-visible:block group-active:block',
          isStart ? 'top-0 left-1/2 ml-1.5' : 'right-1/2 bottom-0 mr-1.5',
        )}
      >
        {formatTimecode(seconds)}
      </span>
    </div>
  )
}
