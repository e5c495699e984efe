/** The whole recording in a narrow strip, with a window over the part in sight: drag it, or move it with the keys. */
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef } from 'react'
import { cx } from '../../../ui/cx.ts'
import { lengthOf, type Stretch } from '../edit/stretch.ts'
import { spellTime } from '../edit/timecode.ts'
import type { Measures } from '../measure/measures.ts'
import { WaveCanvas } from './wave-canvas.tsx'
import { moveView, wholeView } from './wave-view.ts'

const { wave: words } = audioEditorMessages

interface OverviewProps {
  readonly measures: Measures | undefined
  readonly durationSeconds: number
  readonly trim: Stretch
  readonly view: Stretch
  readonly onView: (view: Stretch) => void
}

const look = { gain: 1, isInDecibels: false, thresholdDb: undefined, silences: [] } as const
const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -0.1,
  ArrowRight: 0.1,
  PageUp: -1,
  PageDown: 1,
  Home: -Infinity,
  End: Infinity,
}

export function Overview({ measures, durationSeconds, trim, view, onView }: OverviewProps) {
  const id = useId()
  const stripRef = useRef<HTMLDivElement>(null)
  const grabbedAt = useRef<number>(undefined)
  const whole = useMemo(() => wholeView(durationSeconds), [durationSeconds])
  const span = lengthOf(view)
  const isWhole = span >= durationSeconds

  const secondsAt = ({ clientX }: PointerEvent) => {
    const { left, width } = stripRef.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return ((clientX - left) / Math.max(1, width)) * durationSeconds
  }
  const drag = (event: PointerEvent) => {
    if (grabbedAt.current === undefined) return
    onView(moveView(view, secondsAt(event) - grabbedAt.current - view.from, durationSeconds))
  }
  const press = (event: KeyboardEvent) => {
    const step = keySteps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const by = Number.isFinite(step) ? step * span : Math.sign(step) * durationSeconds
    onView(moveView(view, by, durationSeconds))
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
        grabbedAt.current = isInside ? seconds - view.from : span / 2
        drag(event)
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        grabbedAt.current = undefined
      }}
    >
      {measures ? <WaveCanvas measures={measures} view={whole} look={look} className="opacity-60" /> : null}
      <span
        className="pointer-events-none absolute bottom-0 h-1 bg-ink"
        style={{ left: percent(trim.from), width: percent(lengthOf(trim)) }}
      />
      <span
        role="scrollbar"
        tabIndex={isWhole ? -1 : 0}
        aria-label={words.overview}
        aria-orientation="horizontal"
        aria-controls={id}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, durationSeconds - span)}
        aria-valuenow={view.from}
        aria-valuetext={words.part(spellTime(view.from), spellTime(view.to))}
        onKeyDown={press}
        className={cx(
          'absolute inset-y-0 rounded -outline-offset-2',
          !isWhole && 'cursor-grab border-2 border-ink bg-ink/5 active:cursor-grabbing',
        )}
        style={{ left: percent(view.from), width: percent(span) }}
      />
    </div>
  )
}
