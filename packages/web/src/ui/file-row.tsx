/** Row of a file list: order controls, icon, name, status and actions. */
import type { ReactNode } from 'react'
import { FileName } from './file-name.tsx'

export interface FileRowProps {
  readonly name: string
  readonly folder?: string | undefined
  readonly icon: ReactNode
  /** Thumbnail instead of the icon; unlike the icon also shown on small screens. */
  readonly image?: ReactNode
  /** Size, progress or error. */
  readonly status: ReactNode
  /** Reorder controls. */
  readonly order?: ReactNode
  readonly actions?: ReactNode
}

export function FileRow({ name, folder, icon, image, status, order, actions }: FileRowProps) {
  return (
    <li
      data-row
      className="flex items-center gap-2 border-b border-line bg-surface px-3 py-2 last:border-b-0 data-[dragged=true]:relative data-[dragged=true]:z-10 data-[dragged=true]:bg-accent-wash"
    >
      {order}
      {image ?? <span className="max-sm:hidden">{icon}</span>}
      <div className="min-w-0 grow">
        <p className="font-semibold">
          <FileName name={name} folder={folder} />
        </p>
        <div className="text-xs text-ink-muted">{status}</div>
      </div>
      {actions ? <div className="flex shrink-0 items-center">{actions}</div> : null}
    </li>
  )
}
