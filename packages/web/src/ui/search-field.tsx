/** A line to search by, with a way to empty it again. */
import { Search, X } from 'lucide-react'
import { type FormEvent, useId, useRef } from 'react'
import { cx } from './cx.ts'
import { inputStyle } from './field-frame.tsx'
import { Icon } from './icon.tsx'

interface SearchFieldProps {
  readonly label: string
  readonly placeholder?: string
  readonly clearLabel: string
  readonly text: string
  readonly onChange: (text: string) => void
  /** Enter was pressed. */
  readonly onSubmit: () => void
  readonly onFocus?: () => void
  readonly className?: string
}

export function SearchField(props: SearchFieldProps) {
  const { label, placeholder = label, clearLabel, text, onChange, onSubmit, onFocus, className } = props
  const id = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <search className={className}>
      <form onSubmit={submit} className="relative">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <Icon of={Search} className="pointer-events-none absolute inset-y-0 left-3 my-auto text-ink-muted" />
        <input
          ref={inputRef}
          id={id}
          type="search"
          autoComplete="off"
          placeholder={placeholder}
          value={text}
          onChange={event => onChange(event.currentTarget.value)}
          onFocus={onFocus}
          // The browser's own way to clear it has another colour in each browser, and none in some.
          className={cx(inputStyle, 'appearance-none pr-11 pl-10 [&::-webkit-search-cancel-button]:hidden')}
        />
        {text === '' ? null : (
          <button
            type="button"
            aria-label={clearLabel}
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
