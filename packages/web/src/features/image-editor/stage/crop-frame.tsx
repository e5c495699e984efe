/** The frame around what is kept, with handles for mouse, finger and keys. */
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react'
import { cx } from '../../../ui/cx.ts'
import type { Place } from '../paint/painter.ts'
import { type CropArea, type Handle, moveArea, pullArea } from './crop-area.ts'
import { moves } from './use-stage-gestures.ts'

interface CropFrameProps {
  /** Of the whole turned picture on the stage. */
  readonly place: Place
  readonly area: CropArea
  /** Width to height in percent; undefined for any. */
  readonly proportion: number | undefined
  readonly onChange: (area: CropArea) => void
  readonly onSettle: () => void
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

const lowerRight: Handle = { x: 1, y: 1 }

export function CropFrame({ place, area, proportion, onChange, onSettle }: CropFrameProps) {
  const helpId = useId()
  const drag = useRef<{ readonly area: CropArea; readonly x: number; readonly y: number }>(undefined)

  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { area, x: event.clientX, y: event.clientY }
  }
  const end = () => {
    if (drag.current) onSettle()
    drag.current = undefined
  }
  /** By how many percent the hand has moved since it began. */
  const follow = (event: PointerEvent, change: (from: CropArea, byX: number, byY: number) => CropArea) => {
    if (!drag.current) return
    const byX = ((event.clientX - drag.current.x) / place.width) * 100
    const byY = ((event.clientY - drag.current.y) / place.height) * 100
    onChange(change(drag.current.area, byX, byY))
  }
  const press = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (!move || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    const step = event.altKey ? 0.1 : 1
    const [byX, byY] = [move.x * step, move.y * step]
    if (!event.shiftKey) onChange(moveArea(area, byX, byY))
    else if (proportion === undefined) onChange(pullArea(area, lowerRight, byX, byY, undefined))
    else onChange(pullArea(area, { x: move.x === 0 ? 0 : 1, y: move.y === 0 ? 0 : 1 }, byX, byY, proportion))
  }
  const box = {
    left: place.left + (place.width * area.x) / 100,
    top: place.top + (place.height * area.y) / 100,
    width: (place.width * area.width) / 100,
    height: (place.height * area.height) / 100,
  }
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden">
      <section
        aria-label={imageEditorMessages.cropArea}
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: moved and resized by keys
        tabIndex={0}
        onKeyDown={press}
        onKeyUp={onSettle}
        onPointerDown={begin}
        onPointerMove={event => follow(event, moveArea)}
        onPointerUp={end}
        onPointerCancel={end}
        style={box}
        className="crop-frame pointer-events-auto absolute cursor-move touch-none"
      >
        <span aria-hidden="true" className="crop-thirds pointer-events-none absolute inset-0" />
        {handles.map(handle => (
          <span
            key={`${handle.x} ${handle.y}`}
            aria-hidden="true"
            data-handle={nameOf(handle)}
            onPointerDown={begin}
            onPointerMove={event => {
              event.stopPropagation()
              follow(event, (from, byX, byY) => pullArea(from, handle, byX, byY, proportion))
            }}
            onPointerUp={event => {
              event.stopPropagation()
              end()
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

function nameOf({ x, y }: Handle): string {
  return [{ [-1]: 'top', 0: '', 1: 'bottom' }[y], { [-1]: 'left', 0: '', 1: 'right' }[x]]
    .filter(Boolean)
    .join('-')
}
