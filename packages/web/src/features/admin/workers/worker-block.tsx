/** Worker: process, queue classes, and available or missing engines. */
import { engineLabel } from '@filesmith/contract/messages/admin-engines'
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import type { AdminWorker } from '@filesmith/contract/schemas/admin'
import { relativeTime } from '../../../lib/relative-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { FactList } from '../panel/fact-list.tsx'

const texts = adminScreens.workers
const { queueClasses: queueClassLabels } = adminScreens.overview

export function WorkerBlock({ worker }: { readonly worker: AdminWorker }) {
  const { host, processId, version, startedAt, seenAt, queueClasses, running, engines } = worker
  const here = engines.filter(({ isAvailable }) => isAvailable)
  const missing = engines.filter(({ isAvailable }) => !isAvailable)
  return (
    <SettingsBlock
      heading={host ?? texts.unnamed}
      aside={running > 0 ? <Badge tone="accent">{texts.running}</Badge> : null}
    >
      <FactList
        facts={[
          {
            label: texts.process,
            value: <span className="figures">{processId ?? adminScreens.unknown}</span>,
          },
          { label: texts.version, value: <span className="figures">{version ?? adminScreens.unknown}</span> },
          {
            label: texts.since,
            value: startedAt ? <LocalTime iso={startedAt} style="moment" /> : adminScreens.unknown,
          },
          {
            label: texts.lastHeartbeat,
            value: <time dateTime={seenAt}>{relativeTime(new Date(seenAt), new Date())}</time>,
          },
          {
            label: texts.queueClasses,
            value:
              queueClasses.map(queueClass => queueClassLabels[queueClass]).join(', ') || adminScreens.none,
          },
          { label: texts.running, value: texts.runningCount(running) },
        ]}
      />
      <div className="mt-5 border-t border-line pt-4">
        <h4 className="font-semibold">
          {texts.engines}{' '}
          <span className="figures ml-1 font-normal text-ink-muted">
            {texts.enginesHere(here.length, engines.length)}
          </span>
        </h4>
        <p className="mt-1 text-ink-muted">{here.map(({ engine }) => engineLabel(engine)).join(', ')}</p>
        {missing.length === 0 ? null : (
          <ul className="mt-3 flex flex-col gap-2">
            {missing.map(({ engine, reason }) => (
              <li key={engine} className="flex flex-wrap items-baseline gap-x-2">
                <Badge tone="warning">{texts.missing}</Badge>
                <span className="font-semibold">{engineLabel(engine)}</span>
                <span className="text-ink-muted">{reason}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </SettingsBlock>
  )
}
