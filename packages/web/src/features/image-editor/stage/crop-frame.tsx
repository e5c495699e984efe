/** Crop frame with handles for pointer and keyboard. */
import { imageEditorMessages } from '@filesmith/contract/tools/image/messages'
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react'
import { cx } from '../../../ui/cx.ts'
import type { CanvasRect } from '../paint/painter.ts'
import { type CropArea, type Handle, moveArea, resizeArea } from './crop-area.ts'
import { arrowDirections } from './use-stage-gestures.ts'

interface CropFrameProps {
  /** Position of the whole rotated image on the stage. */
  readonly rect: CanvasRect
  readonly area: CropArea
  /** Width divided by height in percent; undefined if unconstrained. */
  readonly aspectRatio: number | undefined
  readonly onChange: (area: CropArea) => void
  readonly onCommit: () => void
}

const handles: readonly (Handle & { readonly cursor: string })[] = [
  { x: -1, y: -1, cursor: 'cursor-nwse-resize' },
  { x: 1, y: -1, cursor: 'cursor-nesw-resize' },
  { x: -1, y: 1, cursor: 'cursor-nesw-resize' },
  { x: 1, y: 1, cursor: 'cursor-nwse-resize' },
  { x: 0, y: -1, cursor: 'cursor-ns-resize' },
  { x: 0, y: 1, cursor: 'cursor-ns-resize' },
  { x: -1, y: 0, cursor: 'cursor-ew-resize' },
  { x: 1, y: 0, cursor: 'cursor-ew-resize' },
]

const bottomRight: Handle = { x: 1, y: 1 }

export function CropFrame({ rect, area, aspectRatio, onChange, onCommit }: CropFrameProps) {
  const helpId = useId()
  const drag = useRef<{ readonly area: CropArea; readonly x: number; readonly y: number }>(undefined)

  const startDrag = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { area, x: event.clientX, y: event.clientY }
  }
  const endDrag = () => {
    if (drag.current) onCommit()
    drag.current = undefined
  }
  /** Applies the movement since the start of the drag, in percent. */
  const handleDrag = (
    event: PointerEvent,
    change: (from: CropArea, byX: number, byY: number) => CropArea,
  ) => {
    if (!drag.current) return
    const byX = ((event.clientX - drag.current.x) / rect.width) * 100
    const byY = ((event.clientY - drag.current.y) / rect.height) * 100
    onChange(change(drag.current.area, byX, byY))
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const move = arrowDirections[event.key]
    if (!move || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    const step = event.altKey ? 0.1 : 1
    const [byX, byY] = [move.x * step, move.y * step]
    if (!event.shiftKey) onChange(moveArea(area, byX, byY))
    else if (aspectRatio === undefined) onChange(resizeArea(area, bottomRight, byX, byY, undefined))
    else
      onChange(resizeArea(area, { x: move.x === 0 ? 0 : 1, y: move.y === 0 ? 0 : 1 }, byX, byY, aspectRatio))
  }
  const box = {
    left: rect.left + (rect.width * area.x) / 100,
    top: rect.top + (rect.height * area.y) / 100,
    width: (rect.width * area.width) / 100,
    height: (rect.height * area.height) / 100,
  }
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden">
      <section
        aria-label={imageEditorMessages.cropArea}
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: moved and resized by keyboard
        tabIndex={0}
        onKeyDown={handleKeyDown}
        onKeyUp={onCommit}
        onPointerDown={startDrag}
        onPointerMove={event => handleDrag(event, moveArea)}
        onPointerUp={endDrag}
        onPointerCancel={endDrag}
        style={box}
        className="crop-frame pointer-events-auto absolute cursor-move touch-none"
      >
        <span aria-hidden="true" className="crop-thirds pointer-events-none absolute inset-0" />
        {handles.map(handle => (
          <span
            key={`${handle.x} ${handle.y}`}
            aria-hidden="true"
            data-handle={handleName(handle)}
            onPointerDown={startDrag}
            onPointerMove={event => {
              event.stopPropagation()
              handleDrag(event, (from, byX, byY) => resizeArea(from, handle, byX, byY, aspectRatio))
            }}
            onPointerUp={event => {
              event.stopPropagation()
              endDrag()
            }}
            style={{ left: `${(handle.x + 1) * 50}%`, top: `${(handle.y + 1) * 50}%` }}
            className={cx(
              'absolute grid size-8 -translate-1/2 touch-none place-items-center pointer-coarse:size-11',
              handle.cursor,
            )}
          >
            <span className="crop-handle" />
          </span>
        ))}
      </section>
      <p id={helpId} className="sr-only">
        {imageEditorMessages.cropHelp}
      </p>
    </div>
  )
}

function handleName({ x, y }: Handle): string {
  return [{ [-1]: 'top', 0: '', 1: 'bottom' }[y], { [-1]: 'left', 0: '', 1: 'right' }[x]]
    .filter(Boolean)
    .join('-')
}
