/** A labeled slider that shows its value; a double click resets it to the default. */
import { type CSSProperties, useId } from 'react'

interface ValueSliderProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  /** The value as displayed and as announced by screen readers. */
  readonly valueText: string
  readonly defaultValue: number
  readonly onChange: (value: number) => void
  readonly describedBy?: string
}

export function ValueSlider(props: ValueSliderProps) {
  const { label, value, min, max, step, valueText, defaultValue, onChange, describedBy } = props
  const id = useId()
  return (
    <div style={{ '--share': (value - min) / (max - min) } as CSSProperties}>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <span aria-hidden="true" className="figures">
          {valueText}
        </span>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={valueText}
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
        onDoubleClick={() => onChange(defaultValue)}
        className="slider"
      />
    </div>
  )
}
