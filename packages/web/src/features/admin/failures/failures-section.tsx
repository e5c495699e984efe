/** Failed conversions: counts by error code, filters and details. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import { operationIds, operations } from '@filesmith/contract/operations/registry'
import { failurePageSchema } from '@filesmith/contract/schemas/admin'
import { useState } from 'react'
import { SelectField } from '../../../ui/select-field.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { AdminList } from '../panel/admin-list.tsx'
import { useAdminPages } from '../panel/use-admin-pages.ts'
import { FailureCodes } from './failure-codes.tsx'
import { FailureRow } from './failure-row.tsx'

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
