/** Handle at one end of the part on the filmstrip, moved by drag or keyboard. */
import { GripVertical } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'

interface StripHandleProps {
  readonly label: string
  readonly value: number
  readonly max: number
  readonly valueText: string
  readonly isDisabled: boolean
  readonly className: string
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

export function StripHandle(props: StripHandleProps) {
  const { label, value, max, valueText, isDisabled, className, onPointerDown, onKeyDown } = props
  return (
    <div
      role="slider"
      tabIndex={isDisabled ? -1 : 0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={valueText}
      aria-disabled={isDisabled || undefined}
      onPointerDown={event => {
        event.stopPropagation()
        onPointerDown(event)
      }}
      onKeyDown={onKeyDown}
      className={cx(
        'absolute -inset-y-0.5 grid w-6 cursor-ew-resize touch-none place-items-center bg-ink text-ink-inverse',
        className,
      )}
    >
      <Icon of={GripVertical} sizePx={16} />
    </div>
  )
}
