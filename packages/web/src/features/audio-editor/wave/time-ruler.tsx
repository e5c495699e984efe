/** Time ruler above the waveform. */
import { formatClock } from '../../../lib/format-clock.ts'
import { lengthOf, type TimeRange } from '../edit/time-range.ts'
import { formatTimecode } from '../edit/timecode.ts'
import { rulerStep } from './wave-view.ts'

interface TimeRulerProps {
  readonly view: TimeRange
  readonly widthPx: number
}

export function TimeRuler({ view, widthPx }: TimeRulerProps) {
  const step = rulerStep(view, widthPx)
  const first = Math.ceil(view.from / step)
  const count = Math.floor(view.to / step) - first + 1
  const marks = Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * step)
  const formatMark = (seconds: number) =>
    step < 1 ? formatTimecode(seconds).slice(0, step < 0.1 ? -1 : -2) : formatClock(seconds)
  return (
    <div
      aria-hidden="true"
      className="figures relative h-6 overflow-hidden border-b border-line text-xs text-ink-muted"
    >
      {marks.map(seconds => (
        <span
          key={seconds}
          style={{ left: `${((seconds - view.from) / lengthOf(view)) * 100}%` }}
          className="absolute inset-y-0 border-l border-line-strong pl-1 leading-6 whitespace-nowrap"
        >
          {formatMark(seconds)}
        </span>
      ))}
    </div>
  )
}
