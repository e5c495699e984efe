/** A short list of good points, each with a tick. */
import { Check } from 'lucide-react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

interface CheckListProps {
  readonly points: readonly string[]
  readonly className?: string
}

export function CheckList({ points, className }: CheckListProps) {
  return (
    <ul className={cx('gap-2', className)}>
      {points.map(point => (
        <li key={point} className="flex items-start gap-2">
          <Icon of={Check} sizePx={16} className="mt-1 text-ink-muted" />
          {point}
        </li>
      ))}
    </ul>
  )
}
