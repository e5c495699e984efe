/** Segmented control of native radio buttons. */
import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

interface Choice {
  readonly value: string
  readonly label: string
  readonly isDisabled?: boolean
  /** Its label needs two columns. */
  readonly isWide?: boolean
  /** Icon beside the label, for example a lock. */
  readonly mark?: ReactNode
}

interface ChoiceGroupProps {
  readonly legend: string
  readonly choices: readonly Choice[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isDisabled?: boolean
  /** Explains the selected choice; reserves two lines to avoid layout shift. */
  readonly note?: string | undefined
  /** Below the choices, for example a button that shows more of them. */
  readonly more?: ReactNode
  /** Instead of those for the number of choices. */
  readonly columnsClass?: string
}

/** Column counts that do not leave a single button in the last row, by number of choices. */
const columns: Readonly<Record<number, string>> = {
  3: 'grid-cols-3',
  4: 'grid-cols-2 @min-[22rem]:grid-cols-4',
  5: 'grid-cols-3 @min-[22rem]:grid-cols-5',
  6: 'grid-cols-3',
  7: 'grid-cols-4',
  10: 'grid-cols-2 @min-[26rem]:grid-cols-5',
}

/** Three labels longer than this do not fit in one row of a narrow panel. */
const longLabelLength = 9
const threeLongColumns = 'grid-cols-1 @min-[19rem]:grid-cols-3'

function columnsFor(choices: readonly Choice[]): string {
  if (choices.length === 3 && choices.some(({ label }) => label.length > longLabelLength))
    return threeLongColumns
  return columns[choices.length] ?? 'grid-cols-2'
}

export function ChoiceGroup(props: ChoiceGroupProps) {
  const { legend, choices, value, onChange, isDisabled = false, note, more, columnsClass } = props
  const name = useId()
  const noteId = `${name}-note`
  return (
    <div className="@container">
      <fieldset
        disabled={isDisabled}
        aria-describedby={note === undefined ? undefined : noteId}
        className="min-w-0"
      >
        <legend className="mb-2 text-sm font-semibold">{legend}</legend>
        <div className={cx('grid gap-2', columnsClass ?? columnsFor(choices))}>
          {choices.map(choice => (
            <label
              key={choice.value}
              className={cx(
                'choice focus-inside relative flex min-h-11 cursor-pointer items-center justify-center gap-1.5 rounded border border-line-strong bg-surface px-2 text-sm font-medium whitespace-nowrap transition-colors hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-ink-inverse has-disabled:cursor-not-allowed has-disabled:opacity-55',
                choice.isWide && 'col-span-2',
              )}
            >
              <input
                type="radio"
                name={name}
                value={choice.value}
                checked={choice.value === value}
                disabled={choice.isDisabled}
                onChange={() => onChange(choice.value)}
                className="absolute inset-0 cursor-[inherit] opacity-0"
              />
              {choice.label}
              {choice.mark}
            </label>
          ))}
        </div>
      </fieldset>
      {more ? <div className="mt-2">{more}</div> : null}
      {note === undefined ? null : (
        <p id={noteId} aria-live="polite" className="mt-2 min-h-10 text-xs text-ink-muted">
          {note}
        </p>
      )}
    </div>
  )
}
