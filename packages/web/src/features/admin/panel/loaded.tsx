/** Renders loaded data, or a placeholder, or an error with a retry button. */
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
