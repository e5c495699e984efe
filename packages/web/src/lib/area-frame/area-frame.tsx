/** Frame around an area of an image or a page, with handles for pointer and keyboard. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef } from 'react'
import { cx } from '../../ui/cx.ts'
import { type Area, arrowDirections, type Handle, moveArea, resizeArea } from './area.ts'
import './area-frame.css'

interface AreaFrameProps {
  readonly label: string
  /** What the keys do, for screen readers. */
  readonly help: string
  readonly variant: 'crop' | 'mark' | 'stamp'
  /** Position of the whole image or page, in pixels. */
  readonly rect: {
    readonly left: number
    readonly top: number
    readonly width: number
    readonly height: number
  }
  readonly area: Area
  /** Width divided by height in percent; undefined if unconstrained. */
  readonly aspectRatio: number | undefined
  readonly onChange: (area: Area) => void
  readonly onCommit?: () => void
  /** On Delete; undefined if it cannot be removed. */
  readonly onRemove?: () => void
  /** What the area shows. */
  readonly children?: ReactNode
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

/** Below this, handles would cover the frame, so that it could not be moved. */
const minSideForHandlesPx = 72

const variantClasses = { crop: 'crop-frame', mark: 'mark-frame', stamp: 'stamp-frame' } as const

export function AreaFrame(props: AreaFrameProps) {
  const { label, help, variant, rect, area, aspectRatio, onChange, onCommit, onRemove, children } = props
  const helpId = useId()
  const drag = useRef<{ readonly area: Area; readonly x: number; readonly y: number }>(undefined)

  const startDrag = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { area, x: event.clientX, y: event.clientY }
  }
  const endDrag = () => {
    if (drag.current) onCommit?.()
    drag.current = undefined
  }
  /** Applies the movement since the start of the drag, in percent. */
  const handleDrag = (event: PointerEvent, change: (from: Area, byX: number, byY: number) => Area) => {
    if (!drag.current) return
    const byX = ((event.clientX - drag.current.x) / rect.width) * 100
    const byY = ((event.clientY - drag.current.y) / rect.height) * 100
    onChange(change(drag.current.area, byX, byY))
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (onRemove && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault()
      event.stopPropagation()
      return onRemove()
    }
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
  const isSmall = Math.min(box.width, box.height) < minSideForHandlesPx
  const shown =
    variant === 'crop' || !isSmall
      ? handles
      : handles.filter(({ x, y }) => x === bottomRight.x && y === bottomRight.y)
  return (
    <div className={cx('pointer-events-none absolute inset-0', variant === 'crop' && 'overflow-hidden')}>
      <section
        aria-label={label}
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
        className={cx('group pointer-events-auto absolute cursor-move touch-none', variantClasses[variant])}
      >
        {children}
        {variant === 'crop' ? (
          <span aria-hidden="true" className="crop-thirds pointer-events-none absolute inset-0" />
        ) : null}
        {shown.map(handle => (
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
              'absolute grid size-8 touch-none place-items-center pointer-coarse:size-11',
              // Outside a small frame, so that the frame itself can be grabbed.
              variant !== 'crop' && isSmall ? '-translate-1/4' : '-translate-1/2',
              variant !== 'crop' && 'not-group-focus:opacity-0 not-group-focus:pointer-events-none',
              handle.cursor,
            )}
          >
            <span className="area-handle" />
          </span>
        ))}
      </section>
      <p id={helpId} className="sr-only">
        {help}
      </p>
    </div>
  )
}

function handleName({ x, y }: Handle): string {
  return [{ [-1]: 'top', 0: '', 1: 'bottom' }[y], { [-1]: 'left', 0: '', 1: 'right' }[x]]
    .filter(Boolean)
    .join('-')
}
