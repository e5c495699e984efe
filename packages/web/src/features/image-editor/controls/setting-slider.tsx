/** One setting between two ends, with its figure, and a way back to where it was at first. */
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { RotateCcw } from 'lucide-react'
import { type CSSProperties, memo, useId } from 'react'
import { Icon } from '../../../ui/icon.tsx'

interface SettingSliderProps {
  readonly label: string
  readonly value: number
  readonly usual: number
  readonly bounds: { readonly min: number; readonly max: number; readonly step: number }
  /** The value in words and figures. */
  readonly valueText: string
  readonly onChange: (value: number) => void
  /** The hand is off it. */
  readonly onSettle: () => void
}

export const SettingSlider = memo(function SettingSlider(props: SettingSliderProps) {
  const { label, value, usual, bounds, valueText, onChange, onSettle } = props
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
          // Its place is kept, so that nothing moves when it comes.
          className={`grid size-8 place-items-center rounded text-ink-muted hover:bg-surface-sunken hover:text-ink ${value === usual ? 'invisible' : ''}`}
          onClick={() => {
            onChange(usual)
            onSettle()
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
        onPointerUp={onSettle}
        onKeyUp={onSettle}
        onBlur={onSettle}
        className="slider -mt-1 h-9!"
      />
    </div>
  )
})
