/** Output size in pixels. */
import { editGeometry } from '@filesmith/contract/image-edit/geometry'
import { type ImageEdit, maxEditedSide } from '@filesmith/contract/image-edit/settings'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import type { ControlProps } from './control-props.ts'
import { NumberField } from './number-field.tsx'

const presetPercents = [25, 50, 75, 100] as const

export function EditorResizePanel({ edit, size, onChange, onCommit }: ControlProps) {
  const hintId = useId()
  const { crop, output } = editGeometry(size, edit)
  const { resizeWidth, resizeHeight, maintainAspectRatio } = edit
  const isUnchanged = resizeWidth === 0 && resizeHeight === 0
  /** The other side is 0, so it follows the aspect ratio even if the image is cropped later. */
  const set = (name: 'resizeWidth' | 'resizeHeight', value: number) => {
    const other = name === 'resizeWidth' ? 'resizeHeight' : 'resizeWidth'
    onChange({ [name]: Math.round(value), ...(maintainAspectRatio ? { [other]: 0 } : {}) }, name)
  }
  const field = (name: 'resizeWidth' | 'resizeHeight', label: string, derived: number) => (
    <NumberField
      label={label}
      unit={imageEditorMessages.inPixels}
      value={edit[name] || (isUnchanged || !maintainAspectRatio ? 0 : derived)}
      min={0}
      max={maxEditedSide}
      step={1}
      describedBy={hintId}
      onChange={value => set(name, value)}
      onCommit={onCommit}
    />
  )
  const resizeTo = (percent: number): Partial<ImageEdit> =>
    percent === 100
      ? { resizeWidth: 0, resizeHeight: 0 }
      : {
          resizeWidth: Math.max(1, Math.round((crop.width * percent) / 100)),
          resizeHeight: maintainAspectRatio ? 0 : Math.max(1, Math.round((crop.height * percent) / 100)),
        }
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-2">
        {field('resizeWidth', imageEditorMessages.width, output.width)}
        {field('resizeHeight', imageEditorMessages.height, output.height)}
      </div>
      <p id={hintId} className="text-xs text-ink-muted">
        {imageEditorMessages.keepsSize}
      </p>
      <Checkbox
        name="maintainAspectRatio"
        label={imageEditorMessages.maintainAspectRatio}
        checked={maintainAspectRatio}
        onChange={({ currentTarget }) => {
          onChange({ maintainAspectRatio: currentTarget.checked }, 'maintainAspectRatio')
          onCommit()
        }}
      />
      <div className="grid grid-cols-4 gap-2">
        {presetPercents.map(percent => (
          <Button
            key={percent}
            className="figures px-1!"
            onClick={() => {
              onChange(resizeTo(percent), 'share')
              onCommit()
            }}
          >
            {imageEditorMessages.percent(percent)}
          </Button>
        ))}
      </div>
      <p className="flex justify-between gap-2">
        <span className="font-semibold">{imageEditorMessages.result}</span>
        <output className="figures">{imageEditorMessages.size(output.width, output.height)}</output>
      </p>
    </div>
  )
}
