/** Waiting and running jobs by queue class and required engines. */
import { engineLabel } from '@filesmith/contract/messages/admin-engines'
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import type { Overview } from '@filesmith/contract/schemas/admin'
import { formatDuration } from '../../../lib/format-duration.ts'
import { Badge } from '../../../ui/badge.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'

const texts = adminScreens.overview

export function QueueBlock({ queue }: { readonly queue: Overview['queue'] }) {
  return (
    <SettingsBlock heading={texts.queue} text={texts.queueText}>
      {queue.length === 0 ? (
        <p>{texts.queueEmpty}</p>
      ) : (
        <table className="w-full text-left">
          <thead className="text-xs text-ink-muted">
            <tr>
              <th scope="col" className="pb-2 font-medium">
                {texts.queueClass}
              </th>
              {[texts.waiting, texts.running, texts.oldest].map(name => (
                <th key={name} scope="col" className="pb-2 pl-4 text-right align-bottom font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-t border-line">
            {queue.map(({ queueClass, engines, waiting, running, oldestWaitSeconds, isStranded }) => (
              <tr key={`${queueClass} ${engines.join(' ')}`} className="align-top">
                <th scope="row" className="py-2.5 font-normal">
                  <span className="mr-2 font-semibold">{texts.queueClasses[queueClass]}</span>
                  {isStranded ? <Badge tone="danger">{texts.strandedBadge}</Badge> : null}
                  <span className="block text-xs text-ink-muted">
                    {engines.map(engineLabel).join(', ') || texts.noEngines}
                  </span>
                </th>
                <td className="figures py-2.5 pl-4 text-right">{waiting}</td>
                <td className="figures py-2.5 pl-4 text-right">{running}</td>
                <td className="figures py-2.5 pl-4 text-right whitespace-nowrap">
                  {oldestWaitSeconds === null ? '–' : formatDuration(oldestWaitSeconds)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </SettingsBlock>
  )
}
