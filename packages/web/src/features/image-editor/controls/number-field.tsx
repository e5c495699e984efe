/** Number input with a unit. Valid input applies immediately, clamped to its limits. */
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
  readonly onCommit: () => void
}

export function NumberField(props: NumberFieldProps) {
  const { label, unit, value, min, max, step, describedBy, onChange, onCommit } = props
  const id = useId()
  /** Text being typed; may not be a valid number yet. */
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
            const number = currentTarget.valueAsNumber
            if (Number.isFinite(number)) onChange(Math.min(max, Math.max(min, number)))
          }}
          onBlur={() => {
            setTyped(undefined)
            onCommit()
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
