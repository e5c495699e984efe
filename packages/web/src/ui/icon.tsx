/** Icons in one size family and one stroke; decoration unless given a label. */
import type { LucideIcon } from 'lucide-react'
import { cx } from './cx.ts'

interface IconProps {
  readonly of: LucideIcon
  readonly sizePx?: 16 | 20 | 24 | 40
  readonly label?: string
  readonly className?: string
}

export function Icon({ of: Drawing, sizePx = 20, label, className }: IconProps) {
  const naming = label === undefined ? { 'aria-hidden': true as const } : { role: 'img', 'aria-label': label }
  return (
    <Drawing
      size={sizePx}
      strokeWidth={1.75}
      absoluteStrokeWidth
      className={cx('shrink-0', className)}
      {...naming}
    />
  )
}
