/** Sliders for brightness, contrast, saturation and blur. */
import { defaultImageEdit, editBounds } from '@filesmith/contract/image-edit/settings'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import type { ControlProps } from './control-props.ts'
import { SettingSlider } from './setting-slider.tsx'

const sliders = ['brightness', 'contrast', 'saturation', 'blur'] as const

export function AdjustPanel({ edit, onChange, onCommit }: ControlProps) {
  return (
    <div className="flex flex-col gap-2">
      {sliders.map(name => (
        <SettingSlider
          key={name}
          label={imageEditorMessages[name]}
          value={edit[name]}
          defaultValue={defaultImageEdit[name]}
          bounds={editBounds[name]}
          valueText={name === 'blur' ? edit[name].toFixed(1) : imageEditorMessages.percent(edit[name])}
          onChange={value => onChange({ [name]: value }, name)}
          onCommit={onCommit}
        />
      ))}
    </div>
  )
}
