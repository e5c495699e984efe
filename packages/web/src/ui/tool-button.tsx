/** Square icon button, optionally a toggle. */
import type { ReactNode } from 'react'

interface ToolButtonProps {
  readonly label: string
  readonly isDisabled?: boolean
  /** Set for toggle buttons. */
  readonly isPressed?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

export function ToolButton({ label, isDisabled = false, isPressed, onClick, children }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      // `aria-disabled`, because a disabled button would lose the focus.
      aria-disabled={isDisabled || undefined}
      onClick={() => isDisabled || onClick()}
      className="grid size-10 place-items-center rounded text-ink transition-colors hover:bg-surface-sunken aria-disabled:opacity-40 aria-disabled:hover:bg-transparent aria-pressed:bg-ink aria-pressed:text-ink-inverse"
    >
      {children}
    </button>
  )
}
