/** A small square button with a drawing on it. */
import type { ReactNode } from 'react'

interface ToolButtonProps {
  readonly label: string
  readonly isDisabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

export function ToolButton({ label, isDisabled = false, onClick, children }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // Not disabled: the focus would be lost with the last page.
      aria-disabled={isDisabled || undefined}
      onClick={() => isDisabled || onClick()}
      className="grid size-10 place-items-center rounded text-ink transition-colors hover:bg-surface-sunken aria-disabled:opacity-40 aria-disabled:hover:bg-transparent"
    >
      {children}
    </button>
  )
}
