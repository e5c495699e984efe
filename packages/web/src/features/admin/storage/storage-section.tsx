/** Storage section: location, free space, stored bytes, expiry and largest owners. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminStorageTexts as texts } from '@filesmith/contract/messages/admin-panels'
import { type AdminStorage, adminStorageSchema } from '@filesmith/contract/schemas/admin'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyNotice } from '../../../ui/empty-notice.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { Loaded } from '../panel/loaded.tsx'
import { useAdminQuery } from '../panel/use-admin-query.ts'

// Days are in UTC, like the server's.
const dayName = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})

export function StorageSection() {
  const storage = useAdminQuery(apiPaths.adminStorage, adminStorageSchema)
  return (
    <Loaded query={storage}>
      {data => (
        <>
          <LocationBlock storage={data} />
          <SettingsBlock heading={texts.kept}>
            <dl className="grid grid-cols-2 gap-x-6 gap-y-4 @min-[28rem]:grid-cols-3">
              <StoredBytes
                label={texts.uploads}
                bytes={data.uploads.bytes}
                note={texts.files(data.uploads.files)}
              />
              <StoredBytes
                label={texts.results}
                bytes={data.results.bytes}
                note={texts.files(data.results.files)}
              />
              <StoredBytes label={texts.database} bytes={data.databaseBytes} />
            </dl>
          </SettingsBlock>
          <ExpiryBlock byDay={data.byDay} />
          <SettingsBlock heading={texts.owners}>
            {data.largestOwners.length === 0 ? (
              <EmptyNotice title={texts.ownersNone} text={texts.ownersNoneHint} />
            ) : (
              <ShareTable
                caption={texts.owners}
                nameLabel={texts.owner}
                noteLabel={texts.ownerFiles}
                rows={data.largestOwners.map(({ name, files, bytes }) => ({
                  name,
                  bytes,
                  note: String(files),
                }))}
              />
            )}
          </SettingsBlock>
        </>
      )}
    </Loaded>
  )
}

function LocationBlock({ storage }: { readonly storage: AdminStorage }) {
  const { kind, place, freeBytes, totalBytes } = storage
  const hasSize = freeBytes !== null && totalBytes !== null
  const usedPercent = hasSize ? ((totalBytes - freeBytes) / totalBytes) * 100 : 0
  return (
    <SettingsBlock heading={texts.location} aside={<Badge>{texts.kinds[kind]}</Badge>}>
      <p className="figures text-xs break-all">{place}</p>
      {hasSize ? (
        <div className="mt-4">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p>{texts.free(formatBytes(freeBytes), formatBytes(totalBytes))}</p>
            <p className="figures text-ink-muted">{texts.usedPercent(Math.round(usedPercent))}</p>
          </div>
          <meter
            aria-label={texts.used}
            min={0}
            max={100}
            value={usedPercent}
            aria-valuetext={texts.usedPercent(Math.round(usedPercent))}
            className="sr-only"
          />
          <div
            aria-hidden="true"
            className="mt-2 h-3 overflow-hidden rounded bg-surface-sunken inset-ring inset-ring-line forced-colors:border"
          >
            <div
              style={{ width: `${usedPercent}%` }}
              className={`h-full forced-colors:bg-[CanvasText] ${usedPercent > 90 ? 'bg-danger' : 'bg-ink-muted'}`}
            />
          </div>
        </div>
      ) : (
        <p className="mt-2 text-ink-muted">{texts.bucketHint}</p>
      )}
    </SettingsBlock>
  )
}

function StoredBytes({
  label,
  bytes,
  note,
}: {
  readonly label: string
  readonly bytes: number
  readonly note?: string
}) {
  return (
    <div>
      <dt className="text-xs text-ink-muted">{label}</dt>
      <dd>
        <span className="figures text-base font-semibold">{formatBytes(bytes)}</span>
        {note === undefined ? null : <span className="block text-xs text-ink-muted">{note}</span>}
      </dd>
    </div>
  )
}

/** Bytes that expire on each of the next days. */
function ExpiryBlock({ byDay }: { readonly byDay: AdminStorage['byDay'] }) {
  const today = new Date().toISOString().slice(0, 10)
  const total = byDay.reduce((sum, { bytes }) => sum + bytes, 0)
  return (
    <SettingsBlock
      heading={texts.expiry}
      text={texts.expiryText}
      aside={
        total === 0 ? null : <p className="figures text-ink-muted">{texts.expiryTotal(formatBytes(total))}</p>
      }
    >
      {total === 0 ? (
        <p className="text-ink-muted">{texts.expiryNone}</p>
      ) : (
        <ShareTable
          caption={texts.expiry}
          nameLabel={texts.day}
          rows={byDay.map(({ day, bytes }) => ({
            name: day === today ? texts.today : dayName.format(new Date(day)),
            bytes,
          }))}
        />
      )}
    </SettingsBlock>
  )
}

interface ShareTableProps {
  readonly caption: string
  readonly nameLabel: string
  /** Label of the optional third column. */
  readonly noteLabel?: string
  readonly rows: readonly { readonly name: string; readonly bytes: number; readonly note?: string }[]
}

/** Table of sizes with a comparison bar in each row. */
function ShareTable({ caption, nameLabel, noteLabel, rows }: ShareTableProps) {
  const most = Math.max(1, ...rows.map(({ bytes }) => bytes))
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-xs text-ink-muted">
        <tr>
          <th scope="col" className="w-full pb-2 font-medium">
            {nameLabel}
          </th>
          {noteLabel === undefined ? null : (
            <th scope="col" className="pb-2 pl-6 text-right font-medium">
              {noteLabel}
            </th>
          )}
          <th scope="col" className="pb-2 pl-6 text-right font-medium">
            {texts.size}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {rows.map(({ name, bytes, note }) => (
          <tr key={name} className="align-top">
            <th scope="row" className="py-2.5 font-normal">
              <span className="break-all">{name}</span>
              <span
                aria-hidden="true"
                style={{ width: `${(bytes / most) * 100}%` }}
                className="mt-1.5 block h-1 min-w-0.5 rounded bg-line-strong forced-colors:bg-[CanvasText]"
              />
            </th>
            {noteLabel === undefined ? null : <td className="figures py-2.5 pl-6 text-right">{note}</td>}
            <td className="figures py-2.5 pl-6 text-right whitespace-nowrap">{formatBytes(bytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
