/** Worker processes of the installation. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import { adminWorkersSchema } from '@filesmith/contract/schemas/admin'
import { EmptyNotice } from '../../../ui/empty-notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Loaded } from '../panel/loaded.tsx'
import { useAdminQuery } from '../panel/use-admin-query.ts'
import { WorkerBlock } from './worker-block.tsx'

const texts = adminScreens.workers

const refreshMs = 10_000

export function WorkersSection() {
  const workers = useAdminQuery(apiPaths.adminWorkers, adminWorkersSchema, refreshMs)
  return (
    <Loaded query={workers}>
      {list => (
        <>
          <p className="max-w-prose text-ink-muted">{texts.text}</p>
          {list.length === 0 ? (
            <Panel>
              <EmptyNotice title={texts.empty} text={texts.emptyHint} />
            </Panel>
          ) : (
            list.map(worker => <WorkerBlock key={worker.id} worker={worker} />)
          )}
        </>
      )}
    </Loaded>
  )
}
