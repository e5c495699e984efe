/** Surface of a hub tool. */
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { Panel } from '../../ui/panel.tsx'

interface WorkspaceProps {
  readonly className?: string
  readonly children: ReactNode
}

export function Workspace({ className, children }: WorkspaceProps) {
  return <Panel className={cx('p-4 sm:p-6', className)}>{children}</Panel>
}
