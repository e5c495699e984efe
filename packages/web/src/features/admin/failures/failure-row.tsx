/** Failed conversion. Expanded, it shows the message for the owner and the engine output. */
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import { operations } from '@filesmith/contract/operations/registry'
import type { FailurePage } from '@filesmith/contract/schemas/admin'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatLabel } from '../../../lib/format-label.ts'
import { relativeTime } from '../../../lib/relative-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ExpandableRow } from '../panel/expandable-row.tsx'
import { FactList } from '../panel/fact-list.tsx'

const texts = adminScreens.failures

type Failure = FailurePage['failures'][number]

export function FailureRow({ failure }: { readonly failure: Failure }) {
  const { from, to, sizeBytes, ownerName, message, detail, isFault, attempts, failedAt, code, id } = failure
  const owner = ownerName ?? texts.visitor
  return (
    <ExpandableRow
      summary={
        <>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold">{operationLabel(failure.operation)}</span>
            <span>
              {formatLabel(from)} {adminScreens.to} {formatLabel(to)}
            </span>
            <Badge tone={isFault ? 'danger' : 'neutral'}>{isFault ? texts.server : texts.input}</Badge>
          </span>
          <span className="mt-0.5 block">{message}</span>
          <span className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-ink-muted">
            <span className="figures">{formatBytes(sizeBytes)}</span>
            <span>{owner}</span>
            <time dateTime={failedAt} title={new Date(failedAt).toLocaleString()}>
              {relativeTime(new Date(failedAt), new Date())}
            </time>
          </span>
        </>
      }
    >
      <FactList
        facts={[
          { label: texts.id, value: <span className="figures text-xs break-all">{id}</span> },
          { label: texts.code, value: <span className="figures text-xs">{code}</span> },
          { label: texts.owner, value: `${owner}, ${texts.attempts(attempts)}` },
        ]}
      />
      <h4 className="mt-4 text-xs text-ink-muted">{texts.detail}</h4>
      {detail === null ? (
        <p>{texts.noDetail}</p>
      ) : (
        <pre className="figures mt-1 rounded border border-line bg-surface-sunken p-3 text-xs break-words whitespace-pre-wrap">
          {detail}
        </pre>
      )}
    </ExpandableRow>
  )
}

/** An operation that this build does not know is shown by its id. */
function operationLabel(id: string): string {
  const known: Readonly<Record<string, { readonly label: string }>> = operations
  return known[id]?.label ?? id
}
