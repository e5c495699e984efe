/** A moment of the recording, to be read and to be written. */
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
  /** What is being written; it counts when it is finished. */
  const [draft, setDraft] = useState<string>()
  const written = draft === undefined ? undefined : parseTimecode(draft)
  const isWrong = draft !== undefined && written === undefined
  const finish = () => {
    if (written !== undefined) onChange(written)
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
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={finish}
        onKeyDown={({ key }) => {
          if (key === 'Enter') finish()
          else if (key === 'Escape') setDraft(undefined)
        }}
        className={cx(inputStyle, 'figures w-34! text-sm')}
      />
      {isWrong ? (
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
