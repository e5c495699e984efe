/** The edge between the picture as it was and as it is, to be pulled over it. */
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { MoveHorizontal } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import type { Place } from '../paint/painter.ts'
import { clamp } from './crop-area.ts'

interface CompareLineProps {
  readonly place: Place
  /** From 0 to 1 of the picture's width. */
  readonly share: number
  readonly onChange: (share: number) => void
}

const keyStep = 0.02

export function CompareLine({ place, share, onChange }: CompareLineProps) {
  const isHeld = useRef(false)
  const percent = Math.round(share * 100)
  const follow = (event: PointerEvent<HTMLElement>) => {
    const stage = event.currentTarget.offsetParent?.getBoundingClientRect()
    if (!isHeld.current || !stage) return
    onChange(clamp((event.clientX - stage.left - place.left) / place.width, 0, 1))
  }
  const press = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: share - keyStep,
      ArrowDown: share - keyStep,
      ArrowRight: share + keyStep,
      ArrowUp: share + keyStep,
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
        onKeyDown={press}
        onPointerDown={event => {
          event.stopPropagation()
          event.currentTarget.setPointerCapture(event.pointerId)
          isHeld.current = true
        }}
        onPointerMove={follow}
        onPointerUp={() => {
          isHeld.current = false
        }}
        style={{ left: place.left + place.width * share }}
        className="absolute inset-y-0 flex w-11 -translate-x-1/2 cursor-ew-resize touch-none justify-center rounded"
      >
        <span className="compare-line h-full" />
        <span className="absolute top-1/2 grid size-9 -translate-y-1/2 place-items-center rounded-full border border-line-strong bg-surface-raised text-ink shadow-float">
          <Icon of={MoveHorizontal} sizePx={20} />
        </span>
      </div>
      <Mark className="left-2">{imageEditorMessages.before}</Mark>
      <Mark className="right-2">{imageEditorMessages.after}</Mark>
    </>
  )
}

function Mark({ className, children }: { readonly className: string; readonly children: string }) {
  return (
    <span
      aria-hidden="true"
      className={`pointer-events-none absolute top-2 rounded bg-screen px-2 py-0.5 text-xs font-semibold text-[oklch(1_0_0)] ${className}`}
    >
      {children}
    </span>
  )
}
