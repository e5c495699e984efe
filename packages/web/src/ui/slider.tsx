/** A value between two ends: the browser's own slider, with a mark for every step. */
import { Lock } from 'lucide-react'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  /** The last value that can be had; those above it are shown as locked. */
  readonly reach?: number
  /** The value in words, for readers. */
  readonly valueText: string
  readonly onChange: (value: number) => void
  readonly isDisabled?: boolean
  /** Beside the label: what the value means. */
  readonly aside?: ReactNode
  /** Of words that explain it. */
  readonly describedBy?: string | undefined
}

export function Slider(props: SliderProps) {
  const { label, value, min, max, reach = max, valueText, onChange, isDisabled, aside, describedBy } = props
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
        // It stops where the plan ends, rather than let anybody choose what cannot be had.
        onChange={({ currentTarget }) => onChange(Math.min(reach, currentTarget.valueAsNumber))}
        className="slider"
      />
      {/* The block is 20 px wide: its middle goes from 10 px to 10 px before the end. */}
      <div aria-hidden="true" className="figures mx-2.5 flex justify-between text-xs text-ink-muted">
        {steps.map(step => (
          <span
            key={step}
            className={cx(
              'flex w-0 flex-col items-center',
              step === value && 'font-semibold text-ink',
              step > reach && 'opacity-70',
            )}
          >
            {step}
            {step > reach ? <Icon of={Lock} sizePx={16} /> : null}
          </span>
        ))}
      </div>
    </div>
  )
}
