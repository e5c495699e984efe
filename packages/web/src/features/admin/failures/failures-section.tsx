/** Failed conversions: counts by error code, filters and details. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import { operationIds, operations } from '@filesmith/contract/operations/registry'
import { type FailurePage, failurePageSchema } from '@filesmith/contract/schemas/admin'
import { useState } from 'react'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatLabel } from '../../../lib/format-label.ts'
import { relativeTime } from '../../../lib/relative-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { AdminList } from '../panel/admin-list.tsx'
import { ExpandableRow } from '../panel/expandable-row.tsx'
import { FactList } from '../panel/fact-list.tsx'
import { useAdminPages } from '../panel/use-admin-pages.ts'

const texts = adminScreens.failures

const noFilters = { code: '', operation: '', isFault: '' }

const faultChoices = Object.entries(texts.kinds).map(([value, label]) => ({ value, label }))
const operationChoices = [
  { value: '', label: adminScreens.any },
  ...operationIds.map(value => ({ value, label: operations[value].label })),
]

export function FailuresSection() {
  const [filters, setFilters] = useState(noFilters)
  const list = useAdminPages(apiPaths.adminFailures, failurePageSchema, filters)
  const byCode = list.pages?.[0]?.byCode ?? []
  return (
    <>
      {byCode.length === 0 ? null : (
        <SettingsBlock heading={texts.byCode} text={texts.byCodeText}>
          <FailureCodes
            codes={byCode}
            chosen={filters.code}
            onChoose={code => setFilters({ ...filters, code })}
          />
        </SettingsBlock>
      )}
      <SettingsBlock heading={texts.heading}>
        <search className="mb-5 grid gap-4 @min-[28rem]:grid-cols-2 @min-[44rem]:max-w-xl">
          <SelectField
            label={texts.kind}
            choices={faultChoices}
            value={filters.isFault}
            onChange={event => setFilters({ ...filters, isFault: event.currentTarget.value })}
          />
          <SelectField
            label={texts.operation}
            choices={operationChoices}
            value={filters.operation}
            onChange={event => setFilters({ ...filters, operation: event.currentTarget.value })}
          />
        </search>
        <AdminList
          label={texts.heading}
          list={list}
          rowsOf={page => page.failures}
          empty={{ title: texts.empty, text: texts.emptyHint }}
          onClear={() => setFilters(noFilters)}
        >
          {failure => <FailureRow key={failure.id} failure={failure} />}
        </AdminList>
      </SettingsBlock>
    </>
  )
}

interface FailureCodesProps {
  readonly codes: FailurePage['byCode']
  /** Selected code; empty if none. */
  readonly chosen: string
  readonly onChoose: (code: string) => void
}

/** Bar chart of failures by error code. Pressing a bar filters the list. */
function FailureCodes({ codes, chosen, onChoose }: FailureCodesProps) {
  const most = Math.max(1, ...codes.map(({ count }) => count))
  return (
    <ul className="flex flex-col gap-1">
      {codes.map(({ code, count, isFault }) => (
        <li key={code}>
          <button
            type="button"
            aria-pressed={code === chosen}
            onClick={() => onChoose(code === chosen ? '' : code)}
            className="grid min-h-11 w-full grid-cols-[minmax(0,1fr)_auto_2.5rem] items-center gap-x-3 rounded border border-transparent px-3 py-1.5 text-left transition-colors hover:bg-surface-sunken aria-pressed:border-ink aria-pressed:bg-surface-sunken"
          >
            <span className="figures truncate text-xs">{code}</span>{' '}
            <Badge tone={isFault ? 'danger' : 'neutral'}>{isFault ? texts.server : texts.input}</Badge>{' '}
            <span className="figures text-right font-semibold">
              {count}
              <span className="sr-only"> {texts.times(count)}</span>
            </span>
            <span aria-hidden="true" className="col-span-full mt-1 block h-1 rounded bg-surface-sunken">
              <span
                style={{ width: `${(count / most) * 100}%` }}
                className={cx(
                  'block h-full rounded forced-colors:bg-[CanvasText]',
                  isFault ? 'bg-danger' : 'bg-line-strong',
                )}
              />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

type Failure = FailurePage['failures'][number]

/** Failed conversion. Expanded, it shows the message for the owner and the engine output. */
function FailureRow({ failure }: { readonly failure: Failure }) {
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
