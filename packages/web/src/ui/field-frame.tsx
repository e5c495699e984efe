/** Label, hint and error message around a form input. */
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export interface FieldTexts {
  readonly label: string
  readonly error?: string | undefined
  readonly hint?: string | undefined
}

interface FieldFrameProps extends FieldTexts {
  /** Id of the input. */
  readonly id: string
  readonly children: ReactNode
}

export const inputStyle =
  'block min-h-11 w-full rounded border border-line-strong bg-surface px-3 text-base text-ink transition-colors placeholder:text-ink-muted hover:border-ink read-only:bg-surface-sunken disabled:opacity-55 aria-invalid:border-danger'

export function FieldFrame({ id, label, error, hint, children }: FieldFrameProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      {children}
      {error ? (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 font-medium text-danger">
          <Icon of={CircleAlert} sizePx={16} className="mt-0.75" />
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-ink-muted">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

/** ARIA attributes that link an input to its error and hint. */
export function describeField(id: string, { error, hint }: Pick<FieldTexts, 'error' | 'hint'>) {
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': ids || undefined } as const
}
