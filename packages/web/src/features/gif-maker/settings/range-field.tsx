/** A number within limits: a slider combined with a text field. */
import { type CSSProperties, type ReactNode, useId, useState } from 'react'

interface RangeFieldProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly unit: string
  /** Explanation of the value, beside the label. */
  readonly aside?: ReactNode
  readonly note?: string | undefined
  readonly isDisabled?: boolean
  readonly onChange: (value: number) => void
}

export function RangeField(props: RangeFieldProps) {
  const { label, value, min, max, step, unit, aside, note, isDisabled, onChange } = props
  const id = useId()
  /** Text being typed; applied on blur or Enter. */
  const [typed, setTyped] = useState<string>()
  const decimals = step < 1 ? 1 : 0
  const describedBy = note === undefined ? undefined : `${id}-note`

  const commit = (text: string) => {
    setTyped(undefined)
    const parsed = Number.parseFloat(text)
    if (Number.isNaN(parsed)) return
    const onStep = min + Math.round((parsed - min) / step) * step
    onChange(Number(Math.max(min, Math.min(onStep, max)).toFixed(decimals)))
  }

  return (
    <div style={{ '--share': max > min ? (value - min) / (max - min) : 1 } as CSSProperties}>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <span className="flex items-center gap-3">
          {aside}
          <span className="flex items-baseline gap-1.5 text-ink-muted">
            <input
              type="text"
              inputMode="decimal"
              aria-label={`${label} (${unit})`}
              value={typed ?? value.toFixed(decimals)}
              disabled={isDisabled}
              onChange={event => setTyped(event.currentTarget.value)}
              onBlur={event => typed !== undefined && commit(event.currentTarget.value)}
              onKeyDown={event => event.key === 'Enter' && commit(event.currentTarget.value)}
              className="figures min-h-8 w-17 rounded border border-line-strong bg-surface px-2 text-right text-sm font-semibold text-ink transition-colors hover:border-ink disabled:opacity-55"
            />
            <span className="figures w-6 text-xs">{unit}</span>
          </span>
        </span>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={isDisabled}
        aria-valuetext={`${value.toFixed(decimals)} ${unit}`}
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
        className="slider"
      />
      {note === undefined ? null : (
        <p id={describedBy} className="-mt-1 text-xs text-ink-muted">
          {note}
        </p>
      )}
    </div>
  )
}
