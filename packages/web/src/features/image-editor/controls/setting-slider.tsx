/** Slider with its value and a button that resets it to the default. */
import { imageEditorMessages } from '@filesmith/contract/tools/image/messages'
import { RotateCcw } from 'lucide-react'
import { type CSSProperties, memo, useId } from 'react'
import { Icon } from '../../../ui/icon.tsx'

interface SettingSliderProps {
  readonly label: string
  readonly value: number
  readonly defaultValue: number
  readonly bounds: { readonly min: number; readonly max: number; readonly step: number }
  /** The value as displayed and announced. */
  readonly valueText: string
  readonly onChange: (value: number) => void
  /** Called when the user releases the slider. */
  readonly onCommit: () => void
}

export const SettingSlider = memo(function SettingSlider(props: SettingSliderProps) {
  const { label, value, defaultValue, bounds, valueText, onChange, onCommit } = props
  const { min, max, step } = bounds
  const id = useId()
  return (
    <div style={{ '--share': (value - min) / (max - min) } as CSSProperties}>
      <div className="flex min-h-8 items-center gap-1">
        <label htmlFor={id} className="grow font-semibold">
          {label}
        </label>
        <button
          type="button"
          aria-label={imageEditorMessages.resetOne(label)}
          title={imageEditorMessages.resetOne(label)}
          // Hidden but laid out, so that nothing shifts when it appears.
          className={`grid size-8 place-items-center rounded text-ink-muted hover:bg-surface-sunken hover:text-ink ${value === defaultValue ? 'invisible' : ''}`}
          onClick={() => {
            onChange(defaultValue)
            onCommit()
          }}
        >
          <Icon of={RotateCcw} sizePx={16} />
        </button>
        <output htmlFor={id} className="figures w-13 text-right">
          {valueText}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={valueText}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
        onPointerUp={onCommit}
        onKeyUp={onCommit}
        onBlur={onCommit}
        className="slider -mt-1 h-9!"
      />
    </div>
  )
})
