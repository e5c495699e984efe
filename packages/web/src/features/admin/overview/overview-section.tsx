/** Overview of the installation: attention items, queue and last 24 hours, refreshed automatically. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import { adminStorageSchema, engineSwitchesSchema, overviewSchema } from '@filesmith/contract/schemas/admin'
import { LocalTime } from '../../../ui/local-time.tsx'
import { Loaded } from '../panel/loaded.tsx'
import { useAdminQuery } from '../panel/use-admin-query.ts'
import { AttentionBlock } from './attention-block.tsx'
import { FiguresBlock } from './figures-block.tsx'
import { findAttention } from './find-attention.ts'
import { LastDayBlock } from './last-day-block.tsx'
import { QueueBlock } from './queue-block.tsx'

const texts = adminScreens.overview

const refreshMs = 5000
/** Disk usage changes slowly and is expensive to compute. */
const slowRefreshMs = 60_000

export function OverviewSection() {
  const overview = useAdminQuery(apiPaths.adminOverview, overviewSchema, refreshMs)
  const engines = useAdminQuery(apiPaths.adminEngines, engineSwitchesSchema, refreshMs)
  const storage = useAdminQuery(apiPaths.adminStorage, adminStorageSchema, slowRefreshMs)
  return (
    <Loaded query={overview}>
      {data => (
        <>
          <AttentionBlock
            items={findAttention({ overview: data, engines: engines.data, storage: storage.data })}
          />
          <FiguresBlock overview={data} />
          <QueueBlock queue={data.queue} />
          <LastDayBlock lastDay={data.lastDay} />
          <div className="min-h-5 text-xs text-ink-muted">
            {/* Screen readers are only interrupted by a failed refresh. */}
            <p role="status" className="font-semibold text-danger">
              {overview.isStale ? texts.stale : null}
            </p>
            <p>
              {texts.updated} <LocalTime iso={overview.updatedAt.toISOString()} style="second" />.{' '}
              {texts.every}
            </p>
          </div>
        </>
      )}
    </Loaded>
  )
}
