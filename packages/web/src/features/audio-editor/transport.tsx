/** Playback, undo and zoom controls of the waveform. */
import { audioEditorMessages } from '@filesmith/contract/tools/audio/messages'
import {
  Maximize2,
  Pause,
  Play,
  Redo2,
  ScanSearch,
  StretchHorizontal,
  Undo2,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { useId, useState, useSyncExternalStore } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { inputStyle } from '../../ui/field-frame.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { lengthOf, type TimeRange } from './edit/time-range.ts'
import { formatTimecode, parseTimecode } from './edit/timecode.ts'
import { moveTrimEnd, moveTrimStart } from './edit/trim.ts'
import type { PositionStore } from './playback/position-store.ts'
import type { useAudioEditor } from './use-audio-editor.ts'
import { fullView, viewAround, zoomView } from './wave/wave-view.ts'

const { wave: messages, trim: trimMessages } = audioEditorMessages

interface TransportProps {
  readonly canPlay: boolean
  readonly isPlaying: boolean
  readonly position: PositionStore
  readonly durationSeconds: number
  readonly trimming: ReturnType<typeof useAudioEditor>['trimming']
  /** The selection cannot be changed now. */
  readonly isLocked: boolean
  readonly view: TimeRange
  readonly onView: (view: TimeRange) => void
  readonly onToggle: () => void
}

export function Transport(props: TransportProps) {
  const { canPlay, isPlaying, position, durationSeconds, view, onView, onToggle } = props
  const { trimming, isLocked } = props
  const zoom = (factor: number) => {
    // Around the playhead if it is visible, otherwise around the center.
    const seconds = position.get()
    const isVisible = seconds >= view.from && seconds <= view.to
    const at = isVisible && canPlay ? seconds : (view.from + view.to) / 2
    onView(zoomView(view, factor, at, durationSeconds))
  }
  const isWhole = lengthOf(view) >= durationSeconds
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5">
      <Button variant="solid" className="min-w-52" disabled={!canPlay} onClick={onToggle}>
        <Icon of={isPlaying ? Pause : Play} />{' '}
        {isPlaying ? audioEditorMessages.pause : audioEditorMessages.play}
      </Button>
      <Clock position={position} durationSeconds={durationSeconds} />
      <div className="ml-auto flex flex-wrap max-sm:-ml-2 max-sm:w-full max-sm:justify-between">
        <div className="flex border-line sm:mr-2 sm:border-r sm:pr-2">
          <RowButton
            icon={StretchHorizontal}
            label={trimMessages.reset}
            disabled={isLocked || lengthOf(trimming.trim) >= durationSeconds}
            onClick={trimming.selectAll}
          />
          <RowButton
            icon={Undo2}
            label={trimMessages.undo}
            disabled={isLocked || !trimming.canUndo}
            onClick={trimming.undo}
          />
          <RowButton
            icon={Redo2}
            label={trimMessages.redo}
            disabled={isLocked || !trimming.canRedo}
            onClick={trimming.redo}
          />
        </div>
        <RowButton icon={ZoomOut} label={messages.zoomOut} disabled={isWhole} onClick={() => zoom(2)} />
        <RowButton icon={ZoomIn} label={messages.zoomIn} onClick={() => zoom(0.5)} />
        <RowButton
          icon={ScanSearch}
          label={messages.zoomSelection}
          onClick={() => onView(viewAround(trimming.trim, durationSeconds))}
        />
        <RowButton
          icon={Maximize2}
          label={messages.zoomFit}
          disabled={isWhole}
          onClick={() => onView(fullView(durationSeconds))}
        />
      </div>
    </div>
  )
}

function Clock({ position, durationSeconds }: Pick<TransportProps, 'position' | 'durationSeconds'>) {
  const seconds = useSyncExternalStore(position.subscribe, position.get)
  return (
    <p className="figures">
      <span className="sr-only">{audioEditorMessages.position} </span>
      {formatTimecode(seconds)} <span className="text-ink-muted">/ {formatTimecode(durationSeconds)}</span>
    </p>
  )
}

interface TrimFieldsProps {
  readonly trimming: ReturnType<typeof useAudioEditor>['trimming']
  readonly durationSeconds: number
  /** After silence removal. */
  readonly resultSeconds: number
  readonly position: PositionStore
  readonly isDisabled: boolean
}

export function TrimFields(props: TrimFieldsProps) {
  const { trimming, durationSeconds, resultSeconds, position, isDisabled } = props
  const { trim, change } = trimming
  const selected = lengthOf(trim)
  const fraction = durationSeconds === 0 ? 0 : (selected / durationSeconds) * 100
  const isShortened = resultSeconds < selected - 0.005
  return (
    <fieldset
      disabled={isDisabled}
      className="grid min-w-0 gap-x-4 gap-y-3 px-5 sm:grid-cols-[auto_auto_1fr]"
    >
      <legend className="sr-only">{trimMessages.heading}</legend>
      <div className="flex flex-wrap items-end gap-2">
        <TimeField
          label={trimMessages.start}
          seconds={trim.from}
          onChange={seconds => change(moveTrimStart(trim, seconds, durationSeconds))}
        />
        <Button
          className="min-h-11 px-3"
          onClick={() => change(moveTrimStart(trim, position.get(), durationSeconds))}
        >
          {trimMessages.startHere}
        </Button>
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <TimeField
          label={trimMessages.end}
          seconds={trim.to}
          onChange={seconds => change(moveTrimEnd(trim, seconds, durationSeconds))}
        />
        <Button
          className="min-h-11 px-3"
          onClick={() => change(moveTrimEnd(trim, position.get(), durationSeconds))}
        >
          {trimMessages.endHere}
        </Button>
      </div>
      <dl className="flex flex-wrap gap-x-5">
        <LabeledValue
          term={trimMessages.length}
          value={formatTimecode(selected)}
          note={trimMessages.share(`${Math.round(fraction)}%`)}
        />
        {isShortened ? (
          <LabeledValue term={trimMessages.result} value={formatTimecode(resultSeconds)} />
        ) : null}
      </dl>
    </fieldset>
  )
}

function LabeledValue({
  term,
  value,
  note,
}: {
  readonly term: string
  readonly value: string
  readonly note?: string
}) {
  return (
    <div>
      <dt className="text-xs text-ink-muted">{term}</dt>
      <dd className="figures font-semibold">{value}</dd>
      {note ? <dd className="text-xs text-ink-muted">{note}</dd> : null}
    </div>
  )
}

interface TimeFieldProps {
  readonly label: string
  readonly seconds: number
  readonly onChange: (seconds: number) => void
}

/** Text field for a timecode. */
function TimeField({ label, seconds, onChange }: TimeFieldProps) {
  const id = useId()
  /** Text being typed; applied on blur or Enter. */
  const [draft, setDraft] = useState<string>()
  const parsed = draft === undefined ? undefined : parseTimecode(draft)
  const isInvalid = draft !== undefined && parsed === undefined
  const commit = () => {
    if (parsed !== undefined) onChange(parsed)
    setDraft(undefined)
  }
  return (
    <div className="relative">
      <label htmlFor={id} className="mb-1 block text-xs text-ink-muted">
        {label}
      </label>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        value={draft ?? formatTimecode(seconds)}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${id}-error` : undefined}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={commit}
        onKeyDown={({ key }) => {
          if (key === 'Enter') commit()
          else if (key === 'Escape') setDraft(undefined)
        }}
        className={cx(inputStyle, 'figures w-34! text-sm')}
      />
      {isInvalid ? (
        <p
          id={`${id}-error`}
          role="alert"
          className="absolute top-full left-0 z-20 mt-1 w-max max-w-64 rounded border border-danger bg-surface-raised px-2 py-1 text-xs text-danger"
        >
          {audioEditorMessages.trim.badTime}
        </p>
      ) : null}
    </div>
  )
}
