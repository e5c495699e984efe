/** Filters of the conversion history: name, kind and status. */
import { type FileKind, fileKinds } from '@filesmith/contract/formats'
import { usageMessages } from '@filesmith/contract/messages/profile-usage'
import { type ConversionStatus, conversionStatuses } from '@filesmith/contract/schemas/conversion'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { HistoryFilter } from './use-history.ts'

const texts = usageMessages.history

const kindChoices = [
  { value: '', label: texts.anyKind },
  ...fileKinds.map(kind => ({ value: kind, label: texts.kinds[kind] })),
]
const stateChoices = [
  { value: '', label: texts.anyState },
  ...conversionStatuses.map(status => ({ value: status, label: texts.states[status] })),
]

interface HistoryFiltersProps {
  readonly filters: HistoryFilter
  readonly onChange: (filters: HistoryFilter) => void
}

export function HistoryFilters({ filters, onChange }: HistoryFiltersProps) {
  return (
    <search className="grid grid-cols-2 gap-4 @min-[36rem]:grid-cols-[minmax(0,1fr)_9.5rem_9.5rem]">
      <div className="@max-[36rem]:col-span-full">
        <TextField
          label={texts.search}
          name="search"
          type="search"
          maxLength={200}
          autoComplete="off"
          value={filters.search}
          onChange={event => onChange({ ...filters, search: event.currentTarget.value })}
        />
      </div>
      <SelectField
        label={texts.kind}
        choices={kindChoices}
        value={filters.fileType}
        onChange={event => onChange({ ...filters, fileType: event.currentTarget.value as FileKind | '' })}
      />
      <SelectField
        label={texts.state}
        choices={stateChoices}
        value={filters.status}
        onChange={event =>
          onChange({ ...filters, status: event.currentTarget.value as ConversionStatus | '' })
        }
      />
    </search>
  )
}
