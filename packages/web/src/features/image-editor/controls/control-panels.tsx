/** Tabbed control panels beside the stage. */

import { editGeometry } from '@filesmith/contract/image-edit/geometry'
import type { Pixels } from '@filesmith/contract/image-edit/pixels'
import {
  defaultImageEdit,
  editBounds,
  type ImageEdit,
  type ImageFilter,
  imageFilters,
  maxEditedSide,
} from '@filesmith/contract/image-edit/settings'
import { imageEditorMessages } from '@filesmith/contract/tools/image/messages'
import { Crop, type LucideIcon, RotateCwSquare, Scaling, SlidersHorizontal, WandSparkles } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useEffect, useId, useMemo, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { readPixels } from '../paint/canvas-painter.ts'
import { renderEditSync } from '../render/render-edit.ts'
import type { AspectRatioId } from './aspect-ratios.ts'
import type { ControlProps } from './control-props.ts'
import { CropPanel, RotatePanel } from './geometry-panels.tsx'
import { NumberField } from './number-field.tsx'
import { SettingSlider } from './setting-slider.tsx'

const presetPercents = [25, 50, 75, 100] as const

const thumbnailSide = 160

const sliders = ['brightness', 'contrast', 'saturation', 'blur'] as const

export const controlGroups = ['adjust', 'filters', 'turn', 'crop', 'resize'] as const
export type ControlGroupId = (typeof controlGroups)[number]

const icons: Readonly<Record<ControlGroupId, LucideIcon>> = {
  adjust: SlidersHorizontal,
  filters: WandSparkles,
  turn: RotateCwSquare,
  crop: Crop,
  resize: Scaling,
}

interface ControlPanelsProps extends ControlProps {
  readonly previewBitmap: ImageBitmap
  readonly group: ControlGroupId
  readonly onGroup: (group: ControlGroupId) => void
  readonly aspectRatio: AspectRatioId
  readonly onAspectRatio: (id: AspectRatioId) => void
}

export function ControlPanels(props: ControlPanelsProps) {
  const { previewBitmap, group, onGroup, aspectRatio, onAspectRatio, ...controls } = props
  const panels: Readonly<Record<ControlGroupId, React.ReactNode>> = {
    adjust: <AdjustPanel {...controls} />,
    filters: <FilterPanel previewBitmap={previewBitmap} {...controls} />,
    turn: <RotatePanel {...controls} />,
    crop: <CropPanel aspectRatio={aspectRatio} onAspectRatio={onAspectRatio} {...controls} />,
    resize: <EditorResizePanel {...controls} />,
  }
  return (
    <Tabs.Root
      value={group}
      onValueChange={id => onGroup(controlGroups.find(known => known === id) ?? 'adjust')}
      className="flex min-h-0 grow flex-col"
    >
      <Tabs.List
        aria-label={imageEditorMessages.sections}
        className="grid grid-cols-5 border-b border-line bg-surface-sunken"
      >
        {controlGroups.map(id => (
          <Tabs.Trigger
            key={id}
            value={id}
            className="flex min-h-14 flex-col items-center justify-center gap-0.5 border-b-2 border-transparent text-xs font-semibold text-ink-muted transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:bg-surface data-[state=active]:text-ink"
          >
            <Icon of={icons[id]} sizePx={20} />
            {imageEditorMessages[id]}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {controlGroups.map(id => (
        <Tabs.Content
          key={id}
          value={id}
          tabIndex={-1}
          className="min-h-0 grow overflow-y-auto p-4 outline-none max-md:min-h-76"
        >
          {panels[id]}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

/** Sliders for brightness, contrast, saturation and blur. */
function AdjustPanel({ edit, onChange, onCommit }: ControlProps) {
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

interface FilterPanelProps extends ControlProps {
  readonly previewBitmap: ImageBitmap
}

/** Filter choices with thumbnails of the user's image. */
function FilterPanel({ previewBitmap, edit, onChange, onCommit }: FilterPanelProps) {
  const name = useId()
  const pixels = useMemo(() => readPixels(previewBitmap, thumbnailSide), [previewBitmap])
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{imageEditorMessages.filters}</legend>
      <div className="grid grid-cols-3 gap-2 max-md:flex max-md:overflow-x-auto max-md:p-1">
        {imageFilters.map(filter => (
          <label
            key={filter}
            className="choice focus-inside relative flex shrink-0 cursor-pointer flex-col overflow-hidden rounded border border-line-strong bg-surface text-xs font-medium transition-colors hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-ink-inverse max-md:w-24"
          >
            <input
              type="radio"
              name={name}
              value={filter}
              checked={edit.filter === filter}
              onChange={() => {
                onChange({ filter }, 'filter')
                onCommit()
              }}
              className="absolute inset-0 cursor-[inherit] opacity-0"
            />
            <Thumbnail pixels={pixels} filter={filter} />
            <span className="px-1 py-1.5 text-center">{imageEditorMessages.filterName(filter)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Thumbnail({ pixels, filter }: { readonly pixels: Pixels; readonly filter: ImageFilter }) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const { width, height, data } = renderEditSync(
      { ...pixels, data: pixels.data.slice() },
      { ...defaultImageEdit, filter },
    )
    canvasRef.current?.getContext('2d')?.putImageData(new ImageData(data, width, height), 0, 0)
  }, [pixels, filter])
  return (
    <canvas
      ref={canvasRef}
      width={pixels.width}
      height={pixels.height}
      className="checkerboard aspect-4/3 w-full object-cover"
    />
  )
}

/** Output size in pixels. */
function EditorResizePanel({ edit, size, onChange, onCommit }: ControlProps) {
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
