/** Panels of crop (by aspect ratio or by numbers, with a draggable frame on the stage) and of rotation. */

import type { Size } from '@filesmith/contract/image-edit/geometry'
import { editGeometry } from '@filesmith/contract/image-edit/geometry'
import { defaultImageEdit, editBounds, type ImageEdit } from '@filesmith/contract/image-edit/settings'
import { imageEditorMessages } from '@filesmith/contract/tools/image/messages'
import { FlipHorizontal2, FlipVertical2, Maximize, RotateCcwSquare, RotateCwSquare } from 'lucide-react'
import {
  type Area,
  areaWithAspectRatio,
  clamp,
  fullArea,
  toPercentRatio,
} from '../../../lib/area-frame/area.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { areaOf, withArea } from '../stage/crop-area.ts'
import { type AspectRatioId, aspectRatioOf, aspectRatios } from './aspect-ratios.ts'
import type { ControlProps } from './control-props.ts'
import { NumberField } from './number-field.tsx'
import { SettingSlider } from './setting-slider.tsx'

interface CropPanelProps extends ControlProps {
  readonly aspectRatio: AspectRatioId
  readonly onAspectRatio: (id: AspectRatioId) => void
}

export function CropPanel({ edit, size, aspectRatio, onAspectRatio, onChange, onCommit }: CropPanelProps) {
  const area = areaOf(edit)
  const { turned } = editGeometry(size, edit)
  const setArea = (next: Area) => onChange(withArea(edit, next), 'crop')
  const choose = (id: string) => {
    const chosen = aspectRatios.find(known => known.id === id)?.id ?? 'free'
    onAspectRatio(chosen)
    const ratio = aspectRatioOf(chosen, turned)
    if (ratio === undefined) return
    setArea(areaWithAspectRatio(area, toPercentRatio(ratio, turned)))
    onCommit()
  }
  const field = (label: string, value: number, max: number, min: number, next: (value: number) => Area) => (
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

const pressedStyle = 'px-2! aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ink-inverse'

export function RotatePanel({ edit, size, onChange, onCommit }: ControlProps) {
  const changeOnce = (next: typeof edit, control: string) => {
    onChange(next, control)
    onCommit()
  }
  const hasCorners = edit.rotate % 90 !== 0
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-2">
        <Button className="px-2!" onClick={() => changeOnce(rotateQuarter(edit, 'left'), 'turn')}>
          <Icon of={RotateCcwSquare} /> {imageEditorMessages.rotateLeft}
        </Button>
        <Button className="px-2!" onClick={() => changeOnce(rotateQuarter(edit, 'right'), 'turn')}>
          <Icon of={RotateCwSquare} /> {imageEditorMessages.rotateRight}
        </Button>
        <Button
          className={pressedStyle}
          aria-pressed={edit.flipHorizontal}
          onClick={() => changeOnce(flip(edit, 'horizontal'), 'flip')}
        >
          <Icon of={FlipHorizontal2} /> {imageEditorMessages.flipHorizontal}
        </Button>
        <Button
          className={pressedStyle}
          aria-pressed={edit.flipVertical}
          onClick={() => changeOnce(flip(edit, 'vertical'), 'flip')}
        >
          <Icon of={FlipVertical2} /> {imageEditorMessages.flipVertical}
        </Button>
      </div>
      <SettingSlider
        label={imageEditorMessages.rotate}
        value={edit.rotate}
        defaultValue={defaultImageEdit.rotate}
        bounds={editBounds.rotate}
        valueText={imageEditorMessages.degrees(edit.rotate)}
        onChange={rotate => onChange({ rotate }, 'rotate')}
        onCommit={onCommit}
      />
      <Button
        disabled={!hasCorners}
        onClick={() => changeOnce(withArea(edit, inscribedArea(size, edit.rotate)), 'crop')}
      >
        {imageEditorMessages.cutCorners}
      </Button>
    </div>
  )
}

/** Rotates and flips the image as displayed; the crop area moves with it. */
export function rotateQuarter(edit: ImageEdit, direction: 'left' | 'right'): ImageEdit {
  const { x, y, width, height } = areaOf(edit)
  const isRight = direction === 'right'
  const area = isRight
    ? { x: 100 - y - height, y: x, width: height, height: width }
    : { x: y, y: 100 - x - width, width: height, height: width }
  const { resizeWidth, resizeHeight } = edit
  return {
    ...withArea(edit, area),
    rotate: (edit.rotate + (isRight ? 90 : 270)) % 360,
    resizeWidth: resizeHeight,
    resizeHeight: resizeWidth,
  }
}

/** Flips are applied before the rotation, so flipping a rotated image also reverses its rotation. */
export function flip(edit: ImageEdit, direction: 'horizontal' | 'vertical'): ImageEdit {
  const { x, y, width, height } = areaOf(edit)
  const isHorizontal = direction === 'horizontal'
  const area = isHorizontal
    ? { x: 100 - x - width, y, width, height }
    : { x, y: 100 - y - height, width, height }
  return {
    ...withArea(edit, area),
    rotate: (360 - edit.rotate) % 360,
    flipHorizontal: isHorizontal ? !edit.flipHorizontal : edit.flipHorizontal,
    flipVertical: isHorizontal ? edit.flipVertical : !edit.flipVertical,
  }
}

/** The largest upright area, in percent of the rotated image, without any of the empty corners. */
export function inscribedArea({ width, height }: Size, degrees: number) {
  const radians = (degrees * Math.PI) / 180
  const sine = Math.abs(Math.sin(radians))
  const cosine = Math.abs(Math.cos(radians))
  const turnedWidth = width * cosine + height * sine
  const turnedHeight = width * sine + height * cosine
  const [longSide, shortSide] = [Math.max(width, height), Math.min(width, height)]
  let insideWidth: number
  let insideHeight: number
  if (shortSide <= 2 * sine * cosine * longSide || Math.abs(sine - cosine) < 1e-9) {
    // Two of its corners lie on the long sides, the other two in between.
    const half = shortSide / 2
    ;[insideWidth, insideHeight] =
      width >= height ? [half / sine, half / cosine] : [half / cosine, half / sine]
  } else {
    const scale = cosine ** 2 - sine ** 2
    insideWidth = (width * cosine - height * sine) / scale
    insideHeight = (height * cosine - width * sine) / scale
  }
  const areaWidth = (insideWidth / turnedWidth) * 100
  const areaHeight = (insideHeight / turnedHeight) * 100
  return { x: 50 - areaWidth / 2, y: 50 - areaHeight / 2, width: areaWidth, height: areaHeight }
}
