/** Finds a tool by its name; Enter opens the first one found. */
import { hubMessages } from '@filesmith/contract/messages/hub'
import { type HubToolId, searchHubTools } from '@filesmith/contract/tools/hub'
import { Search, X } from 'lucide-react'
import { type FormEvent, useId, useRef } from 'react'
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
  const inputRef = useRef<HTMLInputElement>(null)
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
          ref={inputRef}
          id={id}
          type="search"
          autoComplete="off"
          placeholder={hubMessages.search}
          value={text}
          onChange={event => onChange(event.currentTarget.value)}
          // The browser's own way to clear it has another colour in each browser, and none in some.
          className={cx(inputStyle, 'appearance-none pr-11 pl-10 [&::-webkit-search-cancel-button]:hidden')}
        />
        {text === '' ? null : (
          <button
            type="button"
            aria-label={hubMessages.clearSearch}
            onClick={() => {
              onChange('')
              inputRef.current?.focus()
            }}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded text-ink-muted hover:text-ink"
          >
            <Icon of={X} />
          </button>
        )}
      </form>
    </search>
  )
}
