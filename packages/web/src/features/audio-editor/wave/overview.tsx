/** Overview of the whole waveform with a draggable window over the visible part. */
import { audioEditorMessages } from '@filesmith/contract/tools/audio/messages'
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef } from 'react'
import { cx } from '../../../ui/cx.ts'
import { lengthOf, type TimeRange } from '../edit/time-range.ts'
import { toSpokenTime } from '../edit/timecode.ts'
import type { AudioMeasurements } from '../measure/audio-measurements.ts'
import { WaveCanvas } from './wave-canvas.tsx'
import { fullView, scrollView } from './wave-view.ts'

const { wave: messages } = audioEditorMessages

interface OverviewProps {
  readonly measurements: AudioMeasurements | undefined
  readonly durationSeconds: number
  readonly trim: TimeRange
  readonly view: TimeRange
  readonly onView: (view: TimeRange) => void
}

const appearance = { gain: 1, isInDecibels: false, thresholdDb: undefined, silences: [] } as const
const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -0.1,
  ArrowRight: 0.1,
  PageUp: -1,
  PageDown: 1,
  Home: -Infinity,
  End: Infinity,
}

export function Overview({ measurements, durationSeconds, trim, view, onView }: OverviewProps) {
  const id = useId()
  const stripRef = useRef<HTMLDivElement>(null)
  const grabOffset = useRef<number>(undefined)
  const whole = useMemo(() => fullView(durationSeconds), [durationSeconds])
  const span = lengthOf(view)
  const isWhole = span >= durationSeconds

  const secondsAt = ({ clientX }: PointerEvent) => {
    const { left, width } = stripRef.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return ((clientX - left) / Math.max(1, width)) * durationSeconds
  }
  const drag = (event: PointerEvent) => {
    if (grabOffset.current === undefined) return
    onView(scrollView(view, secondsAt(event) - grabOffset.current - view.from, durationSeconds))
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = keySteps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const by = Number.isFinite(step) ? step * span : Math.sign(step) * durationSeconds
    onView(scrollView(view, by, durationSeconds))
  }
  const percent = (seconds: number) => `${(seconds / durationSeconds) * 100}%`
  return (
    <div
      ref={stripRef}
      id={id}
      className="relative mx-5 h-11 touch-none overflow-hidden rounded border border-line bg-paper"
      onPointerDown={event => {
        if (event.button !== 0 || isWhole) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const seconds = secondsAt(event)
        const isInside = seconds >= view.from && seconds <= view.to
        grabOffset.current = isInside ? seconds - view.from : span / 2
        drag(event)
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        grabOffset.current = undefined
      }}
    >
      {measurements ? (
        <WaveCanvas measurements={measurements} view={whole} appearance={appearance} className="opacity-60" />
      ) : null}
      <span
        className="pointer-events-none absolute bottom-0 h-1 bg-ink"
        style={{ left: percent(trim.from), width: percent(lengthOf(trim)) }}
      />
      <span
        role="scrollbar"
        tabIndex={isWhole ? -1 : 0}
        aria-label={messages.overview}
        aria-orientation="horizontal"
        aria-controls={id}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, durationSeconds - span)}
        aria-valuenow={view.from}
        aria-valuetext={messages.part(toSpokenTime(view.from), toSpokenTime(view.to))}
        onKeyDown={handleKeyDown}
        className={cx(
          'absolute inset-y-0 rounded -outline-offset-2',
          !isWhole && 'cursor-grab border-2 border-ink bg-ink/5 active:cursor-grabbing',
        )}
        style={{ left: percent(view.from), width: percent(span) }}
      />
    </div>
  )
}
