/** Filter choices with thumbnails of the user's image. */

import type { Pixels } from '@filesmith/contract/image-edit/pixels'
import { defaultImageEdit, type ImageFilter, imageFilters } from '@filesmith/contract/image-edit/settings'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { useEffect, useId, useMemo, useRef } from 'react'
import { readPixels } from '../paint/canvas-painter.ts'
import { renderEditSync } from '../render/render-edit.ts'
import type { ControlProps } from './control-props.ts'

const thumbnailSide = 160

interface FilterPanelProps extends ControlProps {
  readonly previewBitmap: ImageBitmap
}

export function FilterPanel({ previewBitmap, edit, onChange, onCommit }: FilterPanelProps) {
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
