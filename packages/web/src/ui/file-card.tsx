/** Card of an uploaded file: preview, name, status and actions. Replaces the empty drop zone. */
import type { ReactNode } from 'react'
import { Panel } from './panel.tsx'

interface FileCardProps {
  readonly image: ReactNode
  /** File name, or the number of files. */
  readonly title: string
  /** File size and similar details. */
  readonly detail: ReactNode
  readonly status: ReactNode
  readonly action: ReactNode
}

export function FileCard({ image, title, detail, status, action }: FileCardProps) {
  return (
    <Panel className="flex h-full min-h-92 flex-col short:min-h-0 overflow-hidden bg-paper">
      <div className="ruler" aria-hidden="true" />
      {/* Previews have a fixed height; error messages grow. */}
      <div className="relative grid h-48 grow short:h-32 place-items-center overflow-hidden p-4 has-[[role=alert]]:h-auto has-[[role=alert]]:min-h-48">
        {image}
      </div>
      <div className="flex flex-col gap-2 border-t border-line bg-surface p-4">
        <div>
          <p className="truncate font-semibold" title={title}>
            {title}
          </p>
          <div className="figures text-xs text-ink-muted">{detail}</div>
        </div>
        {status}
        <div className="flex flex-wrap gap-2">{action}</div>
      </div>
    </Panel>
  )
}
