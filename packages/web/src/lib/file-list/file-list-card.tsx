/** Card of a file list: heading, upload status, rows and footer. */
import { type ReactNode, useId } from 'react'
import { Panel } from '../../ui/panel.tsx'

interface FileListCardProps {
  readonly heading: string
  /** For example '5 files · 12 MB'. */
  readonly figures: string
  readonly status?: ReactNode
  /** Rows of the list. */
  readonly children: ReactNode
  readonly footer?: ReactNode
}

export function FileListCard({ heading, figures, status, children, footer }: FileListCardProps) {
  const headingId = useId()
  return (
    <Panel
      role="group"
      aria-labelledby={headingId}
      className="flex grow flex-col overflow-hidden transition-colors group-data-[drag=area]/zone:border-accent group-data-[drag=page]/zone:border-accent"
    >
      <div className="ruler" aria-hidden="true" />
      <div className="border-b border-line px-4 pt-2 pb-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 id={headingId} className="text-base">
            {heading}
          </h3>
          <p className="figures text-xs text-ink-muted">{figures}</p>
        </div>
        {status}
      </div>
      {children}
      {footer ? (
        <div className="mt-auto border-t border-line bg-paper p-3 group-data-[drag=area]/zone:bg-accent-wash">
          {footer}
        </div>
      ) : null}
    </Panel>
  )
}
