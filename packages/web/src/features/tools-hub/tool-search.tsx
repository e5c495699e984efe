/** Finds a tool by its name; Enter opens the first one found. */
import { hubMessages } from '@filesmith/contract/messages/hub'
import { type HubToolId, searchHubTools } from '@filesmith/contract/tools/hub'
import { Search } from 'lucide-react'
import { type FormEvent, useId } from 'react'
import { cx } from '../../ui/cx.ts'
import { inputStyle } from '../../ui/field-frame.tsx'
import { Icon } from '../../ui/icon.tsx'

interface ToolSearchProps {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly onOpen: (id: HubToolId) => void
}

export function ToolSearch({ text, onChange, onOpen }: ToolSearchProps) {
  const id = useId()
  const openFirst = (event: FormEvent) => {
    event.preventDefault()
    const [first] = text.trim() === '' ? [] : searchHubTools(text)
    if (first) onOpen(first.id)
  }
  return (
    <search className="w-full sm:w-72">
      <form onSubmit={openFirst} className="relative">
        <label htmlFor={id} className="sr-only">
          {hubMessages.search}
        </label>
        <Icon of={Search} className="pointer-events-none absolute inset-y-0 left-3 my-auto text-ink-muted" />
        <input
          id={id}
          type="search"
          autoComplete="off"
          placeholder={hubMessages.search}
          value={text}
          onChange={event => onChange(event.currentTarget.value)}
          className={cx(inputStyle, 'pl-10')}
        />
      </form>
    </search>
  )
}
