/** Search field for tools; Enter opens the first match. */
import { hubMessages } from '@filesmith/contract/messages/hub'
import { type HubToolId, searchHubTools } from '@filesmith/contract/tools/hub'
import { SearchField } from '../../ui/search-field.tsx'

interface ToolSearchProps {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly onOpen: (id: HubToolId) => void
}

export function ToolSearch({ text, onChange, onOpen }: ToolSearchProps) {
  const openFirst = () => {
    const [first] = text.trim() === '' ? [] : searchHubTools(text)
    if (first) onOpen(first.id)
  }
  return (
    <SearchField
      label={hubMessages.search}
      clearLabel={hubMessages.clearSearch}
      text={text}
      onChange={onChange}
      onSubmit={openFirst}
      className="w-full sm:w-72"
    />
  )
}
