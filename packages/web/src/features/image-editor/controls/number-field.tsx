/** A figure to type, with its unit. What is typed counts at once, as far as it is a figure within its bounds. */
import { useId, useState } from 'react'
import { inputStyle } from '../../../ui/field-frame.tsx'

interface NumberFieldProps {
  readonly label: string
  readonly unit: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly describedBy?: string | undefined
  readonly onChange: (value: number) => void
  readonly onSettle: () => void
}

export function NumberField(props: NumberFieldProps) {
  const { label, unit, value, min, max, step, describedBy, onChange, onSettle } = props
  const id = useId()
  /** While it is being typed; it may be no figure yet. */
  const [typed, setTyped] = useState<string>()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-xs font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          type="number"
          inputMode="decimal"
          min={min}
          max={max}
          step={step}
          value={typed ?? value}
          aria-describedby={describedBy}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            const figure = currentTarget.valueAsNumber
            if (Number.isFinite(figure)) onChange(Math.min(max, Math.max(min, figure)))
          }}
          onBlur={() => {
            setTyped(undefined)
            onSettle()
          }}
          className={`${inputStyle} figures [appearance:textfield] pr-9 text-sm! [&::-webkit-inner-spin-button]:appearance-none`}
        />
        <span
          aria-hidden="true"
          className="figures pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-xs text-ink-muted"
        >
          {unit}
        </span>
      </div>
    </div>
  )
}
