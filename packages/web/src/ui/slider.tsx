/** Native range input with a label for every step. */
import { Lock } from 'lucide-react'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  /** Highest value the plan allows; values above it are shown as locked. */
  readonly allowedMax?: number
  /** Value as text, for screen readers. */
  readonly valueText: string
  readonly onChange: (value: number) => void
  readonly isDisabled?: boolean
  /** Explains the value, beside the label. */
  readonly aside?: ReactNode
  /** Id of the element that explains it. */
  readonly describedBy?: string | undefined
}

export function Slider(props: SliderProps) {
  const {
    label,
    value,
    min,
    max,
    allowedMax = max,
    valueText,
    onChange,
    isDisabled,
    aside,
    describedBy,
  } = props
  const id = useId()
  const steps = Array.from({ length: max - min + 1 }, (_, index) => min + index)
  return (
    <div style={{ '--share': (value - min) / (max - min) } as CSSProperties}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {aside}
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={1}
        value={value}
        disabled={isDisabled}
        aria-valuetext={valueText}
        aria-describedby={describedBy}
        // Values the plan does not include cannot be selected.
        onChange={({ currentTarget }) => onChange(Math.min(allowedMax, currentTarget.valueAsNumber))}
        className="slider"
      />
      {/* The thumb is 20 px wide, so its center travels from 10 px to 10 px before the end. */}
      <div aria-hidden="true" className="figures mx-2.5 flex justify-between text-xs text-ink-muted">
        {steps.map(step => (
          <span
            key={step}
            className={cx(
              'flex w-0 flex-col items-center',
              step === value && 'font-semibold text-ink',
              step > allowedMax && 'opacity-70',
            )}
          >
            {step}
            {step > allowedMax ? <Icon of={Lock} sizePx={16} /> : null}
          </span>
        ))}
      </div>
    </div>
  )
}
