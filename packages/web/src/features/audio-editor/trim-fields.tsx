/** The selection in numbers: editable start and end, its length, and the length of the result. */
import { audioEditorMessages } from '@filesmith/contract/tools/audio/messages'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { inputStyle } from '../../ui/field-frame.tsx'
import { lengthOf } from './edit/time-range.ts'
import { formatTimecode, parseTimecode } from './edit/timecode.ts'
import { moveTrimEnd, moveTrimStart } from './edit/trim.ts'
import type { PositionStore } from './playback/position-store.ts'
import type { useAudioEditor } from './use-audio-editor.ts'

const { trim: messages } = audioEditorMessages

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
      <legend className="sr-only">{messages.heading}</legend>
      <div className="flex flex-wrap items-end gap-2">
        <TimeField
          label={messages.start}
          seconds={trim.from}
          onChange={seconds => change(moveTrimStart(trim, seconds, durationSeconds))}
        />
        <Button
          className="min-h-11 px-3"
          onClick={() => change(moveTrimStart(trim, position.get(), durationSeconds))}
        >
          {messages.startHere}
        </Button>
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <TimeField
          label={messages.end}
          seconds={trim.to}
          onChange={seconds => change(moveTrimEnd(trim, seconds, durationSeconds))}
        />
        <Button
          className="min-h-11 px-3"
          onClick={() => change(moveTrimEnd(trim, position.get(), durationSeconds))}
        >
          {messages.endHere}
        </Button>
      </div>
      <dl className="flex flex-wrap gap-x-5">
        <LabeledValue
          term={messages.length}
          value={formatTimecode(selected)}
          note={messages.share(`${Math.round(fraction)}%`)}
        />
        {isShortened ? <LabeledValue term={messages.result} value={formatTimecode(resultSeconds)} /> : null}
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
