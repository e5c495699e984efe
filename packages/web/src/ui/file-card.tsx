/** What the counter becomes once a file lies on it: its picture, its name, how far it is, and what can be done with it. */
import type { ReactNode } from 'react'
import { Panel } from './panel.tsx'

interface FileCardProps {
  readonly picture: ReactNode
  /** The file's name, or how many there are. */
  readonly title: string
  /** Size and such. */
  readonly detail: string
  readonly status: ReactNode
  readonly action: ReactNode
}

export function FileCard({ picture, title, detail, status, action }: FileCardProps) {
  return (
    <Panel className="flex min-h-80 flex-col overflow-hidden bg-paper">
      <div className="ruler" aria-hidden="true" />
      <div className="grid h-48 shrink-0 place-items-center overflow-hidden p-4">{picture}</div>
      <div className="flex grow flex-col justify-end gap-3 border-t border-line bg-surface p-4">
        <div className="flex items-baseline justify-between gap-4">
          <p className="min-w-0 truncate font-semibold" title={title}>
            {title}
          </p>
          <p className="figures shrink-0 text-xs text-ink-muted">{detail}</p>
        </div>
        {status}
        <div className="flex flex-wrap gap-2">{action}</div>
      </div>
    </Panel>
  )
}
