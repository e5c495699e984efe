/** The surface on which a tool of the hub stands. */
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { Panel } from '../../ui/panel.tsx'

interface BenchProps {
  readonly className?: string
  readonly children: ReactNode
}

export function Bench({ className, children }: BenchProps) {
  return <Panel className={cx('p-4 sm:p-6', className)}>{children}</Panel>
}
