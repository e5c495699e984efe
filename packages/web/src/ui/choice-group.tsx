/** One choice out of a few, all in sight: native radio buttons drawn as a row of keys. */
import { useId } from 'react'

interface Choice {
  readonly value: string
  readonly label: string
}

interface ChoiceGroupProps {
  readonly legend: string
  readonly choices: readonly Choice[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isDisabled?: boolean
  /** What the present choice means; it has two lines, so that choosing moves nothing. */
  readonly note?: string | undefined
}

export function ChoiceGroup(props: ChoiceGroupProps) {
  const { legend, choices, value, onChange, isDisabled = false, note } = props
  const name = useId()
  const noteId = `${name}-note`
  return (
    <div>
      <fieldset
        disabled={isDisabled}
        aria-describedby={note === undefined ? undefined : noteId}
        className="min-w-0"
      >
        <legend className="mb-2 text-sm font-semibold">{legend}</legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] gap-2">
          {choices.map(choice => (
            <label
              key={choice.value}
              className="choice focus-inside relative flex min-h-11 cursor-pointer items-center justify-center rounded border border-line-strong bg-surface px-3 text-sm font-medium transition-colors hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-ink-inverse has-disabled:cursor-not-allowed has-disabled:opacity-55"
            >
              <input
                type="radio"
                name={name}
                value={choice.value}
                checked={choice.value === value}
                onChange={() => onChange(choice.value)}
                className="absolute inset-0 cursor-[inherit] opacity-0"
              />
              {choice.label}
            </label>
          ))}
        </div>
      </fieldset>
      {note === undefined ? null : (
        <p id={noteId} aria-live="polite" className="mt-2 min-h-10 text-xs text-ink-muted">
          {note}
        </p>
      )}
    </div>
  )
}
