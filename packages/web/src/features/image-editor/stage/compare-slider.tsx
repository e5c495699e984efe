/** Draggable divider between the original and the edited image. */
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { MoveHorizontal } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import type { CanvasRect } from '../paint/painter.ts'
import { clamp } from './crop-area.ts'

interface CompareSliderProps {
  readonly rect: CanvasRect
  /** Position from 0 to 1 of the image width. */
  readonly fraction: number
  readonly onChange: (fraction: number) => void
}

const keyStep = 0.02

export function CompareSlider({ rect, fraction, onChange }: CompareSliderProps) {
  const isDragging = useRef(false)
  const percent = Math.round(fraction * 100)
  const handleMove = (event: PointerEvent<HTMLElement>) => {
    const stage = event.currentTarget.offsetParent?.getBoundingClientRect()
    if (!isDragging.current || !stage) return
    onChange(clamp((event.clientX - stage.left - rect.left) / rect.width, 0, 1))
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: fraction - keyStep,
      ArrowDown: fraction - keyStep,
      ArrowRight: fraction + keyStep,
      ArrowUp: fraction + keyStep,
      Home: 0,
      End: 1,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onChange(clamp(next, 0, 1))
  }
  return (
    <>
      <div
        role="slider"
        aria-label={imageEditorMessages.compareLine}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={imageEditorMessages.compareValue(percent)}
        tabIndex={0}
        onKeyDown={handleKeyDown}
        onPointerDown={event => {
          event.stopPropagation()
          event.currentTarget.setPointerCapture(event.pointerId)
          isDragging.current = true
        }}
        onPointerMove={handleMove}
        onPointerUp={() => {
          isDragging.current = false
        }}
        style={{ left: rect.left + rect.width * fraction }}
        className="absolute inset-y-0 flex w-11 -translate-x-1/2 cursor-ew-resize touch-none justify-center rounded"
      >
        <span className="compare-line h-full" />
        <span className="absolute top-1/2 grid size-9 -translate-y-1/2 place-items-center rounded-full border border-line-strong bg-surface-raised text-ink shadow-float">
          <Icon of={MoveHorizontal} sizePx={20} />
        </span>
      </div>
      <CornerLabel className="left-2">{imageEditorMessages.before}</CornerLabel>
      <CornerLabel className="right-2">{imageEditorMessages.after}</CornerLabel>
    </>
  )
}

function CornerLabel({ className, children }: { readonly className: string; readonly children: string }) {
  return (
    <span
      aria-hidden="true"
      className={`pointer-events-none absolute top-2 rounded bg-screen px-2 py-0.5 text-xs font-semibold text-[oklch(1_0_0)] ${className}`}
    >
      {children}
    </span>
  )
}
