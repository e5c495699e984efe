/** Text field for a timecode. */
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { useId, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { inputStyle } from '../../ui/field-frame.tsx'
import { formatTimecode, parseTimecode } from './edit/timecode.ts'

interface TimeFieldProps {
  readonly label: string
  readonly seconds: number
  readonly onChange: (seconds: number) => void
}

export function TimeField({ label, seconds, onChange }: TimeFieldProps) {
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
