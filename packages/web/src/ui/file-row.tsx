/** One file of a list: its place, its name, what it is at, and what can be done with it. */
import type { ReactNode } from 'react'
import { FileName } from './file-name.tsx'

export interface FileRowProps {
  readonly name: string
  readonly folder?: string | undefined
  readonly icon: ReactNode
  /** A picture of it, in place of the icon; there on phones too. */
  readonly image?: ReactNode
  /** Size, progress or what went wrong. */
  readonly status: ReactNode
  /** Controls for its place in the list. */
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
