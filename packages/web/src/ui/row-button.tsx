/** Icon button for list rows, with an accessible name. */
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { type ActionVariant, actionStyle } from './action-style.ts'
import { Icon } from './icon.tsx'

interface RowButtonProps extends ComponentProps<'button'> {
  readonly icon: LucideIcon
  readonly label: string
  readonly variant?: ActionVariant
}

export function RowButton({ icon, label, variant = 'quiet', ...rest }: RowButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={actionStyle(variant, 'regular', 'w-10 px-0!')}
      {...rest}
    >
      <Icon of={icon} />
    </button>
  )
}
