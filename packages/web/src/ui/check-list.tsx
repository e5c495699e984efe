/** List of short points, each with a check mark. */
import { Check, type LucideIcon } from 'lucide-react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

interface CheckListProps {
  readonly points: readonly string[]
  /** Replaces the check mark for neutral points. */
  readonly icon?: LucideIcon
  readonly className?: string
}

export function CheckList({ points, icon = Check, className }: CheckListProps) {
  return (
    <ul className={cx('gap-2', className)}>
      {points.map(point => (
        <li key={point} className="flex items-start gap-2">
          <Icon of={icon} sizePx={16} className="mt-1 text-ink-muted" />
          {point}
        </li>
      ))}
    </ul>
  )
}
