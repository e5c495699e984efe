/** Takes a plan to the checkout; from the press on it says that something is under way and cannot be pressed again. */
import { LoaderCircle } from 'lucide-react'
import type { ActionVariant } from '../../ui/action-style.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

interface ChooseButtonProps {
  readonly label: string
  readonly variant: ActionVariant
  /** This plan's checkout is about to open. */
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly className?: string
}

export function ChooseButton({ label, variant, isChosen, onChoose, className = '' }: ChooseButtonProps) {
  return (
    <Button
      variant={variant}
      size="large"
      aria-busy={isChosen || undefined}
      aria-disabled={isChosen || undefined}
      onClick={onChoose}
      className={className}
    >
      {isChosen ? <Icon of={LoaderCircle} className="turn" /> : null}
      {label}
    </Button>
  )
}
