/** List of accounts, filtered by name, plan and state. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminUserTexts } from '@filesmith/contract/messages/admin-panels'
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import { planIds, plans } from '@filesmith/contract/plans'
import { adminUserPageSchema } from '@filesmith/contract/schemas/admin'
import { useRef, useState } from 'react'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { AdminList } from '../panel/admin-list.tsx'
import { useAdminPages } from '../panel/use-admin-pages.ts'
import { UserRow } from './user-row.tsx'

const typingPauseMs = 300
const noFilters = { search: '', plan: '', state: '' }

const planChoices = [
  { value: '', label: adminUserTexts.anyPlan },
  ...planIds.map(id => ({ value: id, label: plans[id].label })),
]
const stateChoices = Object.entries(adminUserTexts.states).map(([value, label]) => ({ value, label }))

export function UsersSection({ ownName }: { readonly ownName: string }) {
  const [filters, setFilters] = useState(noFilters)
  const search = useDebounced(filters.search.trim(), typingPauseMs)
  const containerRef = useRef<HTMLDivElement>(null)
  const list = useAdminPages(apiPaths.adminUsers, adminUserPageSchema, {
    search,
    plan: filters.plan,
    isOperator: filters.state === 'operator' ? 'true' : '',
    isSuspended: filters.state === 'suspended' ? 'true' : '',
  })
  const total = list.pages?.[0]?.total
  return (
    <SettingsBlock
      heading={adminUserTexts.heading}
      aside={
        <p role="status" className="figures text-ink-muted">
          {total === undefined ? null : adminUserTexts.total(total)}
        </p>
      }
    >
      <div className="mb-5 grid grid-cols-2 items-end gap-4 @min-[40rem]:grid-cols-[minmax(0,1fr)_9.5rem_11rem]">
        <SearchField
          label={adminUserTexts.search}
          clearLabel={adminScreens.clearSearch}
          text={filters.search}
          onChange={text => setFilters({ ...filters, search: text })}
          onSubmit={() => containerRef.current?.focus()}
          className="@max-[40rem]:col-span-full"
        />
        <SelectField
          label={adminUserTexts.plan}
          choices={planChoices}
          value={filters.plan}
          onChange={event => setFilters({ ...filters, plan: event.currentTarget.value })}
        />
        <SelectField
          label={adminUserTexts.state}
          choices={stateChoices}
          value={filters.state}
          onChange={event => setFilters({ ...filters, state: event.currentTarget.value })}
        />
      </div>
      <AdminList
        label={adminUserTexts.heading}
        list={list}
        containerRef={containerRef}
        rowsOf={page => page.users}
        empty={{ title: adminUserTexts.empty, text: adminUserTexts.emptyHint }}
        onClear={() => setFilters(noFilters)}
      >
        {user => (
          <UserRow
            key={user.id}
            user={user}
            isSelf={user.username === ownName}
            onGone={() => containerRef.current?.focus()}
          />
        )}
      </AdminList>
    </SettingsBlock>
  )
}
