/** Crop by aspect ratio or by numbers; the stage shows a draggable frame for it. */
import { editGeometry } from '@filesmith/contract/image-edit/geometry'
import { imageEditorMessages } from '@filesmith/contract/tools/image/messages'
import { Maximize } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { Icon } from '../../../ui/icon.tsx'
import {
  areaOf,
  areaWithAspectRatio,
  type CropArea,
  clamp,
  fullArea,
  toPercentRatio,
  withArea,
} from '../stage/crop-area.ts'
import { type AspectRatioId, aspectRatioOf, aspectRatios } from './aspect-ratios.ts'
import type { ControlProps } from './control-props.ts'
import { NumberField } from './number-field.tsx'

interface CropPanelProps extends ControlProps {
  readonly aspectRatio: AspectRatioId
  readonly onAspectRatio: (id: AspectRatioId) => void
}

export function CropPanel({ edit, size, aspectRatio, onAspectRatio, onChange, onCommit }: CropPanelProps) {
  const area = areaOf(edit)
  const { turned } = editGeometry(size, edit)
  const setArea = (next: CropArea) => onChange(withArea(edit, next), 'crop')
  const choose = (id: string) => {
    const chosen = aspectRatios.find(known => known.id === id)?.id ?? 'free'
    onAspectRatio(chosen)
    const ratio = aspectRatioOf(chosen, turned)
    if (ratio === undefined) return
    setArea(areaWithAspectRatio(area, toPercentRatio(ratio, turned)))
    onCommit()
  }
  const field = (
    label: string,
    value: number,
    max: number,
    min: number,
    next: (value: number) => CropArea,
  ) => (
    <NumberField
      label={label}
      unit={imageEditorMessages.inPercent}
      value={value}
      min={min}
      max={max}
      step={0.1}
      onChange={number => setArea(next(number))}
      onCommit={onCommit}
    />
  )
  return (
    <div className="flex flex-col gap-4">
      <ChoiceGroup
        legend={imageEditorMessages.proportion}
        choices={aspectRatios.map(({ id, label }) => ({ value: id, label }))}
        value={aspectRatio}
        onChange={choose}
      />
      <div className="grid grid-cols-2 gap-2">
        {field(imageEditorMessages.cropX, area.x, 99, 0, x => ({
          ...area,
          x,
          width: clamp(area.width, 1, 100 - x),
        }))}
        {field(imageEditorMessages.cropY, area.y, 99, 0, y => ({
          ...area,
          y,
          height: clamp(area.height, 1, 100 - y),
        }))}
        {field(imageEditorMessages.cropWidth, area.width, 100, 1, width => ({
          ...area,
          width,
          x: clamp(area.x, 0, 100 - width),
        }))}
        {field(imageEditorMessages.cropHeight, area.height, 100, 1, height => ({
          ...area,
          height,
          y: clamp(area.y, 0, 100 - height),
        }))}
      </div>
      <Button
        onClick={() => {
          onAspectRatio('free')
          setArea(fullArea)
          onCommit()
        }}
      >
        <Icon of={Maximize} /> {imageEditorMessages.cropReset}
      </Button>
    </div>
  )
}
