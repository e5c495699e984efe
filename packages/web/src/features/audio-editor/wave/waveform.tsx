/** The interactive waveform with selection, silences, fades and playhead. */
import { audioEditorMessages } from '@filesmith/contract/tools/audio/messages'
import type { KeyboardEvent, PointerEvent } from 'react'
import {
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { formatClock } from '../../../lib/format-clock.ts'
import { cx } from '../../../ui/cx.ts'
import { toSourceTime } from '../edit/cut-list.ts'
import type { EditSettings } from '../edit/edit-settings.ts'
import { lengthOf, type TimeRange } from '../edit/time-range.ts'
import { formatTimecode, toSpokenTime } from '../edit/timecode.ts'
import { moveTrimEnd, moveTrimStart } from '../edit/trim.ts'
import type { SelectionPreview } from '../edit/use-selection-preview.ts'
import type { AudioMeasurements } from '../measure/audio-measurements.ts'
import type { PositionStore } from '../playback/position-store.ts'
import { heightOfSample } from './draw-waveform.ts'
import { useWaveGestures } from './use-wave-gestures.ts'
import { WaveCanvas } from './wave-canvas.tsx'
import { rulerStep, viewIncluding } from './wave-view.ts'

const { wave: messages, trim: trimMessages } = audioEditorMessages

interface WaveformProps {
  /** Absent while loading, and for files the browser cannot decode. */
  readonly measurements: AudioMeasurements | undefined
  readonly durationSeconds: number
  readonly settings: EditSettings
  readonly preview: SelectionPreview
  readonly trim: TimeRange
  readonly onTrim: (trim: TimeRange, isFinal: boolean) => void
  readonly view: TimeRange
  readonly onView: (view: TimeRange) => void
  readonly position: PositionStore
  readonly isPlaying: boolean
  readonly onSeek: (seconds: number) => void
  readonly isDisabled: boolean
}

export function Waveform(props: WaveformProps) {
  const { measurements, durationSeconds, settings, preview, trim, onTrim, view, onView, position, onSeek } =
    props
  const { isPlaying, isDisabled } = props
  const areaRef = useRef<HTMLDivElement>(null)
  const widthPx = useElementWidth(areaRef)
  const gestures = useWaveGestures({
    areaRef,
    view,
    durationSeconds,
    onView,
    onSeek,
    onSelect(range, isFinal) {
      if (isDisabled) return
      onTrim(
        moveTrimEnd(
          moveTrimStart({ from: 0, to: Infinity }, range.from, durationSeconds),
          range.to,
          durationSeconds,
        ),
        isFinal,
      )
    },
  })

  const { cutList, silences, gain } = preview
  const { isSilenceRemoved, thresholdDb, fadeInSeconds, fadeOutSeconds } = settings
  const appearance = useMemo(
    () => ({
      gain,
      isInDecibels: isSilenceRemoved,
      thresholdDb: isSilenceRemoved ? thresholdDb : undefined,
      silences,
      fadeIn: fadeInSeconds > 0 ? { from: trim.from, to: toSourceTime(cutList, fadeInSeconds) } : undefined,
      fadeOut:
        fadeOutSeconds > 0
          ? { from: toSourceTime(cutList, cutList.lengthSeconds - fadeOutSeconds), to: trim.to }
          : undefined,
    }),
    [gain, isSilenceRemoved, thresholdDb, silences, fadeInSeconds, fadeOutSeconds, cutList, trim],
  )

  const fractionOf = (seconds: number) => (seconds - view.from) / lengthOf(view)
  const visibleFractionOf = (seconds: number) => {
    const fraction = fractionOf(seconds)
    return fraction < -0.0001 || fraction > 1.0001 ? undefined : fraction
  }
  const secondsAt = (clientX: number) => {
    const { left, width } = areaRef.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return view.from + ((clientX - left) / Math.max(1, width)) * lengthOf(view)
  }
  const show = (seconds: number) => onView(viewIncluding(view, seconds, durationSeconds))
  const follow = useCallback(
    (seconds: number) => onView(viewIncluding(view, seconds, durationSeconds)),
    [onView, view, durationSeconds],
  )
  const clamp = (fraction: number) => `${Math.min(1, Math.max(0, fraction)) * 100}%`

  return (
    <section aria-label={messages.label} className="px-5 select-none">
      <TimeRuler view={view} widthPx={widthPx} />
      <div ref={areaRef} className="relative h-44 touch-pan-y sm:h-52" {...gestures}>
        {measurements ? (
          <WaveCanvas measurements={measurements} view={view} appearance={appearance} />
        ) : (
          <PlaceholderLine />
        )}
        {/* Dims what is not selected. */}
        <span
          className="pointer-events-none absolute inset-y-0 left-0 bg-surface-sunken/75"
          style={{ width: clamp(fractionOf(trim.from)) }}
        />
        <span
          className="pointer-events-none absolute inset-y-0 right-0 bg-surface-sunken/75"
          style={{ width: clamp(1 - fractionOf(trim.to)) }}
        />
        {measurements && appearance.thresholdDb !== undefined ? (
          <ThresholdMark decibels={appearance.thresholdDb} />
        ) : null}
        <Playhead position={position} view={view} onOffscreen={isPlaying ? follow : undefined} />
        <TrimHandle
          side="start"
          label={trimMessages.startHandle}
          seconds={trim.from}
          durationSeconds={durationSeconds}
          fraction={visibleFractionOf(trim.from)}
          isDisabled={isDisabled}
          secondsAt={secondsAt}
          onMove={(seconds, isFinal) => onTrim(moveTrimStart(trim, seconds, durationSeconds), isFinal)}
          onFocus={() => show(trim.from)}
        />
        <TrimHandle
          side="end"
          label={trimMessages.endHandle}
          seconds={trim.to}
          durationSeconds={durationSeconds}
          fraction={visibleFractionOf(trim.to)}
          isDisabled={isDisabled}
          secondsAt={secondsAt}
          onMove={(seconds, isFinal) => onTrim(moveTrimEnd(trim, seconds, durationSeconds), isFinal)}
          onFocus={() => show(trim.to)}
        />
      </div>
      <p className="sr-only">{messages.part(formatTimecode(view.from), formatTimecode(view.to))}</p>
    </section>
  )
}

/** Labels the threshold line, which the canvas draws without text. */
function ThresholdMark({ decibels }: { readonly decibels: number }) {
  const fraction = heightOfSample(10 ** (decibels / 20), { gain: 1, isInDecibels: true })
  return (
    <span
      aria-hidden="true"
      style={{ top: `${50 - fraction * 50}%` }}
      className="figures pointer-events-none absolute right-1 -translate-y-1/2 rounded bg-surface-raised px-1 text-xs"
    >
      {messages.decibels(decibels)}
    </span>
  )
}

/** Placeholder for audio that cannot be decoded. */
function PlaceholderLine() {
  return <span className="absolute inset-x-0 top-1/2 border-t border-dashed border-line-strong" />
}

/** Width of an element, updated on resize. */
function useElementWidth(elementRef: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0)
  useEffect(() => {
    const element = elementRef.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidthPx(element.clientWidth))
    observer.observe(element)
    setWidthPx(element.clientWidth)
    return () => observer.disconnect()
  }, [elementRef])
  return widthPx
}

interface PlayheadProps {
  readonly position: PositionStore
  readonly view: TimeRange
  /** Called when the playhead leaves the visible part during playback. */
  readonly onOffscreen: ((seconds: number) => void) | undefined
}

/** The playhead line. */
function Playhead({ position, view, onOffscreen }: PlayheadProps) {
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

interface TimeRulerProps {
  readonly view: TimeRange
  readonly widthPx: number
}

/** Time ruler above the waveform. */
function TimeRuler({ view, widthPx }: TimeRulerProps) {
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

/** Handle at one end of the selection, moved by drag or keyboard. */
function TrimHandle(props: TrimHandleProps) {
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
