/** What a section shows once it is loaded; until then its place, and another try when it could not be. */
import type { ReactNode } from 'react'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { DeskLoading } from './desk-loading.tsx'
import type { DeskQuery } from './use-desk-query.ts'

interface LoadedProps<Reply> {
  readonly query: DeskQuery<Reply>
  readonly children: (reply: Reply) => ReactNode
}

export function Loaded<Reply>({ query, children }: LoadedProps<Reply>) {
  if (query.data !== undefined) return children(query.data)
  return (
    <Panel className="p-5 sm:p-6">
      {query.problem === undefined ? (
        <DeskLoading />
      ) : (
        <LoadFailed text={query.problem} onRetry={query.reload} />
      )}
    </Panel>
  )
}
