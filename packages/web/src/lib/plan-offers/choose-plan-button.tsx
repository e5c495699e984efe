/** Button that opens the checkout of a plan; busy after the first click. */
import { LoaderCircle } from 'lucide-react'
import type { ActionVariant } from '../../ui/action-style.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

interface ChoosePlanButtonProps {
  readonly label: string
  readonly variant: ActionVariant
  /** The checkout of this plan is about to open. */
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly className?: string
}

export function ChoosePlanButton({
  label,
  variant,
  isChosen,
  onChoose,
  className = '',
}: ChoosePlanButtonProps) {
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
