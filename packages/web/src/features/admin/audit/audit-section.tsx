/** Audit log, newest entries first. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminAuditTexts as texts } from '@filesmith/contract/messages/admin-panels'
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import { type AuditEntry, auditPageSchema } from '@filesmith/contract/schemas/admin'
import { auditActions } from '@filesmith/contract/schemas/audit-actions'
import { useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { AdminList } from '../panel/admin-list.tsx'
import { useAdminPages } from '../panel/use-admin-pages.ts'

const choices = [
  { value: '', label: adminScreens.any },
  ...auditActions.map(value => ({ value, label: texts.actions[value] })),
]

export function AuditSection() {
  const [action, setAction] = useState('')
  const list = useAdminPages(apiPaths.adminAudit, auditPageSchema, { action })
  return (
    <SettingsBlock heading={texts.heading} text={texts.text}>
      <search className="mb-5 block max-w-xs">
        <SelectField
          label={texts.action}
          choices={choices}
          value={action}
          onChange={event => setAction(event.currentTarget.value)}
        />
      </search>
      <AdminList
        label={texts.heading}
        list={list}
        rowsOf={page => page.entries}
        empty={{ title: texts.empty, text: texts.emptyHint }}
        onClear={() => setAction('')}
      >
        {entry => <EntryRow key={entry.id} entry={entry} />}
      </AdminList>
    </SettingsBlock>
  )
}

function EntryRow({ entry: { at, action, summary } }: { readonly entry: AuditEntry }) {
  return (
    <li className="flex flex-col gap-x-4 gap-y-1 px-5 py-3 sm:px-6 @min-[40rem]:flex-row @min-[40rem]:items-baseline">
      <span className="shrink-0 text-xs text-ink-muted tabular-nums @min-[40rem]:w-44">
        <LocalTime iso={at} style="moment" />
      </span>
      <span className="min-w-0 grow">{summary}</span>
      <Badge className="self-start">{labelOf(action)}</Badge>
    </li>
  )
}

/** Shows an action that this build does not know by its id. */
function labelOf(action: string): string {
  return auditActions.find(known => known === action)
    ? texts.actions[action as keyof typeof texts.actions]
    : action
}
