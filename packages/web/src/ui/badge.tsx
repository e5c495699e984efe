/** Small label for a plan or status. */
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type BadgeTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

interface BadgeProps {
  readonly tone?: BadgeTone
  readonly className?: string
  readonly children: ReactNode
}

const tones: Readonly<Record<BadgeTone, string>> = {
  neutral: 'bg-surface-sunken text-ink-muted',
  accent: 'bg-accent-wash text-accent-text',
  success: 'bg-success-wash text-success',
  warning: 'bg-warning-wash text-warning',
  danger: 'bg-danger-wash text-danger',
}

export function Badge({ tone = 'neutral', className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center rounded px-2 py-0.5 text-xs font-semibold whitespace-nowrap forced-colors:border',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
