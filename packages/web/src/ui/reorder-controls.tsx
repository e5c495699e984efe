/** Reorder controls of a list row: drag handle and up/down buttons. */
import { ChevronDown, ChevronUp, GripVertical, type LucideIcon } from 'lucide-react'
import type { PointerEvent } from 'react'
import { Icon } from './icon.tsx'

interface ReorderControlsProps {
  readonly index: number
  readonly count: number
  readonly labels: { readonly up: string; readonly down: string; readonly drag: string }
  readonly onMove: (toIndex: number) => void
  readonly onDragStart: (event: PointerEvent<HTMLElement>) => void
}

export function ReorderControls({ index, count, labels, onMove, onDragStart }: ReorderControlsProps) {
  return (
    <div className="-ml-1 flex shrink-0 items-center">
      {/* Pointer only; keyboards and screen readers use the buttons. */}
      <span
        aria-hidden="true"
        title={labels.drag}
        onPointerDown={onDragStart}
        className="grid h-10 w-6 cursor-grab touch-none place-items-center text-ink-muted hover:text-ink active:cursor-grabbing"
      >
        <Icon of={GripVertical} sizePx={16} />
      </span>
      <div className="flex flex-col">
        <StepButton
          icon={ChevronUp}
          label={labels.up}
          isEnd={index === 0}
          onPress={() => onMove(index - 1)}
        />
        <StepButton
          icon={ChevronDown}
          label={labels.down}
          isEnd={index === count - 1}
          onPress={() => onMove(index + 1)}
        />
      </div>
    </div>
  )
}

interface StepButtonProps {
  readonly icon: LucideIcon
  readonly label: string
  /** First or last row: uses `aria-disabled` so that the button keeps the focus. */
  readonly isEnd: boolean
  readonly onPress: () => void
}

function StepButton({ icon, label, isEnd, onPress }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isEnd || undefined}
      onClick={() => !isEnd && onPress()}
      className="grid h-6 w-7 place-items-center rounded text-ink-muted transition-colors hover:bg-surface-sunken hover:text-ink aria-disabled:opacity-35 aria-disabled:hover:bg-transparent"
    >
      <Icon of={icon} sizePx={16} />
    </button>
  )
}
