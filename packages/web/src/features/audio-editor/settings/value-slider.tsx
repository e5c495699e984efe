/** A figure on a rail, with the figure beside its name; a double press brings back what is usual. */
import { type CSSProperties, useId } from 'react'

interface ValueSliderProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  /** As it is shown, and read out. */
  readonly valueText: string
  readonly usual: number
  readonly onChange: (value: number) => void
  readonly describedBy?: string
}

export function ValueSlider(props: ValueSliderProps) {
  const { label, value, min, max, step, valueText, usual, onChange, describedBy } = props
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
        onDoubleClick={() => onChange(usual)}
        className="slider"
      />
    </div>
  )
}
