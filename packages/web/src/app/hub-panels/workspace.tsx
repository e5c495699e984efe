/** Surface of a hub tool. */
import type { ComponentType, ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { Panel } from '../../ui/panel.tsx'

export interface HubPanelProps {
  /** Whether it is visible and handles drops and pastes on the page. */
  readonly isActive: boolean
}

interface WorkspaceProps {
  readonly className?: string
  readonly children: ReactNode
}

export function Workspace({ className, children }: WorkspaceProps) {
  return <Panel className={cx('p-4 sm:p-6', className)}>{children}</Panel>
}

/** Panel of a tool: its workspace, with its features below. */
export function inWorkspace(
  Tool: ComponentType<HubPanelProps>,
  Features?: ComponentType,
): ComponentType<HubPanelProps> {
  return function ToolWorkspace(props) {
    return (
      <div className="flex flex-col gap-6">
        <Workspace>
          <Tool {...props} />
        </Workspace>
        {Features ? <Features /> : null}
      </div>
    )
  }
}
