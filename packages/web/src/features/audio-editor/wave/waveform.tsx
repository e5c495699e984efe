/** The recording as a picture: what is selected of it, what is silent, where it plays. */
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { useCallback, useMemo, useRef } from 'react'
import { toSourceTime } from '../edit/cut-plan.ts'
import type { EditSettings } from '../edit/edit-settings.ts'
import { lengthOf, type Stretch } from '../edit/stretch.ts'
import { formatTimecode } from '../edit/timecode.ts'
import { moveEnd, moveStart } from '../edit/trim.ts'
import type { HeardSelection } from '../edit/use-heard-selection.ts'
import type { Measures } from '../measure/measures.ts'
import type { PositionStore } from '../playback/position-store.ts'
import { heightOfSample } from './draw-waveform.ts'
import { Playhead } from './playhead.tsx'
import { TimeRuler } from './time-ruler.tsx'
import { TrimHandle } from './trim-handle.tsx'
import { useElementWidth } from './use-element-width.ts'
import { useWaveGestures } from './use-wave-gestures.ts'
import { WaveCanvas } from './wave-canvas.tsx'
import { viewWith } from './wave-view.ts'

const { wave: words, trim: trimWords } = audioEditorMessages

interface WaveformProps {
  /** Absent while nothing is known, and for files that cannot be looked into. */
  readonly measures: Measures | undefined
  readonly durationSeconds: number
  readonly settings: EditSettings
  readonly heard: HeardSelection
  readonly trim: Stretch
  readonly onTrim: (trim: Stretch, isLast: boolean) => void
  readonly view: Stretch
  readonly onView: (view: Stretch) => void
  readonly position: PositionStore
  readonly isPlaying: boolean
  readonly onSeek: (seconds: number) => void
  readonly isDisabled: boolean
}

export function Waveform(props: WaveformProps) {
  const { measures, durationSeconds, settings, heard, trim, onTrim, view, onView, position, onSeek } = props
  const { isPlaying, isDisabled } = props
  const areaRef = useRef<HTMLDivElement>(null)
  const widthPx = useElementWidth(areaRef)
  const gestures = useWaveGestures({
    areaRef,
    view,
    durationSeconds,
    onView,
    onSeek,
    onSelect(stretch, isLast) {
      if (isDisabled) return
      onTrim(
        moveEnd(
          moveStart({ from: 0, to: Infinity }, stretch.from, durationSeconds),
          stretch.to,
          durationSeconds,
        ),
        isLast,
      )
    },
  })

  const { plan, silences, gain } = heard
  const { isSilenceRemoved, thresholdDb, fadeInSeconds, fadeOutSeconds } = settings
  const look = useMemo(
    () => ({
      gain,
      isInDecibels: isSilenceRemoved,
      thresholdDb: isSilenceRemoved ? thresholdDb : undefined,
      silences,
      fadeIn: fadeInSeconds > 0 ? { from: trim.from, to: toSourceTime(plan, fadeInSeconds) } : undefined,
      fadeOut:
        fadeOutSeconds > 0
          ? { from: toSourceTime(plan, plan.lengthSeconds - fadeOutSeconds), to: trim.to }
          : undefined,
    }),
    [gain, isSilenceRemoved, thresholdDb, silences, fadeInSeconds, fadeOutSeconds, plan, trim],
  )

  const shareOf = (seconds: number) => (seconds - view.from) / lengthOf(view)
  const placeOf = (seconds: number) => {
    const share = shareOf(seconds)
    return share < -0.0001 || share > 1.0001 ? undefined : share
  }
  const secondsAt = (clientX: number) => {
    const { left, width } = areaRef.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return view.from + ((clientX - left) / Math.max(1, width)) * lengthOf(view)
  }
  const show = (seconds: number) => onView(viewWith(view, seconds, durationSeconds))
  const follow = useCallback(
    (seconds: number) => onView(viewWith(view, seconds, durationSeconds)),
    [onView, view, durationSeconds],
  )
  const clamp = (share: number) => `${Math.min(1, Math.max(0, share)) * 100}%`

  return (
    <section aria-label={words.label} className="px-5 select-none">
      <TimeRuler view={view} widthPx={widthPx} />
      <div ref={areaRef} className="relative h-44 touch-pan-y sm:h-52" {...gestures}>
        {measures ? <WaveCanvas measures={measures} view={view} look={look} /> : <BareLine />}
        {/* What is not selected steps back. */}
        <span
          className="pointer-events-none absolute inset-y-0 left-0 bg-surface-sunken/75"
          style={{ width: clamp(shareOf(trim.from)) }}
        />
        <span
          className="pointer-events-none absolute inset-y-0 right-0 bg-surface-sunken/75"
          style={{ width: clamp(1 - shareOf(trim.to)) }}
        />
        {measures && look.thresholdDb !== undefined ? <ThresholdMark decibels={look.thresholdDb} /> : null}
        <Playhead position={position} view={view} onOutOfSight={isPlaying ? follow : undefined} />
        <TrimHandle
          side="start"
          label={trimWords.startHandle}
          seconds={trim.from}
          durationSeconds={durationSeconds}
          place={placeOf(trim.from)}
          isDisabled={isDisabled}
          secondsAt={secondsAt}
          onMove={(seconds, isLast) => onTrim(moveStart(trim, seconds, durationSeconds), isLast)}
          onFocus={() => show(trim.from)}
        />
        <TrimHandle
          side="end"
          label={trimWords.endHandle}
          seconds={trim.to}
          durationSeconds={durationSeconds}
          place={placeOf(trim.to)}
          isDisabled={isDisabled}
          secondsAt={secondsAt}
          onMove={(seconds, isLast) => onTrim(moveEnd(trim, seconds, durationSeconds), isLast)}
          onFocus={() => show(trim.to)}
        />
      </div>
      <p className="sr-only">{words.part(formatTimecode(view.from), formatTimecode(view.to))}</p>
    </section>
  )
}

/** Names the line, as the drawing itself has no words. */
function ThresholdMark({ decibels }: { readonly decibels: number }) {
  const share = heightOfSample(10 ** (decibels / 20), { gain: 1, isInDecibels: true })
  return (
    <span
      aria-hidden="true"
      style={{ top: `${50 - share * 50}%` }}
      className="figures pointer-events-none absolute right-1 -translate-y-1/2 rounded bg-surface-raised px-1 text-xs"
    >
      {words.decibels(decibels)}
    </span>
  )
}

/** A recording that cannot be looked into still has a length. */
function BareLine() {
  return <span className="absolute inset-x-0 top-1/2 border-t border-dashed border-line-strong" />
}
