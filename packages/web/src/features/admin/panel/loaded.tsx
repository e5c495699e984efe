/** What a section shows once it is loaded; until then its place, and another try when it could not be. */
import type { ReactNode } from 'react'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { AdminLoading } from './admin-loading.tsx'
import type { AdminQuery } from './use-admin-query.ts'

interface LoadedProps<Reply> {
  readonly query: AdminQuery<Reply>
  readonly children: (reply: Reply) => ReactNode
}

export function Loaded<Reply>({ query, children }: LoadedProps<Reply>) {
  if (query.data !== undefined) return children(query.data)
  return (
    <Panel className="p-5 sm:p-6">
      {query.problem === undefined ? (
        <AdminLoading />
      ) : (
        <LoadFailed text={query.problem} onRetry={query.reload} />
      )}
    </Panel>
  )
}
