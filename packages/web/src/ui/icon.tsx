/** Lucide icon with uniform sizes and stroke; decorative unless it has a label. */
import type { LucideIcon } from 'lucide-react'
import { cx } from './cx.ts'

interface IconProps {
  readonly of: LucideIcon
  readonly sizePx?: 16 | 20 | 24 | 40
  readonly label?: string
  readonly className?: string
}

export function Icon({ of: LucideComponent, sizePx = 20, label, className }: IconProps) {
  const accessibility =
    label === undefined ? { 'aria-hidden': true as const } : { role: 'img', 'aria-label': label }
  return (
    <LucideComponent
      size={sizePx}
      strokeWidth={1.75}
      absoluteStrokeWidth
      className={cx('shrink-0', className)}
      {...accessibility}
    />
  )
}
