/** Search input with a clear button. */
import { Search, X } from 'lucide-react'
import { type SyntheticEvent, useId, useRef } from 'react'
import { cx } from './cx.ts'
import { inputStyle } from './field-frame.tsx'
import { Icon } from './icon.tsx'

interface SearchFieldProps {
  readonly label: string
  readonly placeholder?: string
  readonly clearLabel: string
  readonly text: string
  readonly onChange: (text: string) => void
  /** Called on Enter. */
  readonly onSubmit: () => void
  readonly onFocus?: () => void
  /** Inside another form: forms cannot be nested. */
  readonly isInForm?: boolean
  readonly className?: string
}

export function SearchField(props: SearchFieldProps) {
  const { label, placeholder = label, clearLabel, text, onChange, onSubmit, onFocus, className } = props
  const { isInForm = false } = props
  const id = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  const Frame = isInForm ? 'div' : 'form'
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <search className={className}>
      <Frame onSubmit={isInForm ? undefined : submit} className="relative">
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
          onKeyDown={event => {
            if (isInForm && event.key === 'Enter') submit(event)
          }}
          // Hides the native clear button: its color differs between browsers, and some have none.
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
      </Frame>
    </search>
  )
}
