/** Bytes that expire on each of the next days. */
import { adminStorageTexts as texts } from '@filesmith/contract/messages/admin-panels'
import type { AdminStorage } from '@filesmith/contract/schemas/admin'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { ShareTable } from './share-table.tsx'

// Days are in UTC, like the server's.
const dayName = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})

export function ExpiryBlock({ byDay }: { readonly byDay: AdminStorage['byDay'] }) {
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
