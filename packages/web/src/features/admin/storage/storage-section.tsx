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
import { ExpiryBlock } from './expiry-block.tsx'
import { ShareTable } from './share-table.tsx'

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
