/** Read-only account detail. Its Edit button replaces it with a form. */
import { profileMessages } from '@filesmith/contract/messages/profile'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'

interface DetailRowProps {
  readonly label: string
  readonly value: ReactNode
  readonly note?: ReactNode
  readonly editLabel?: string
  readonly form?: (close: () => void) => ReactNode
}

export function DetailRow({ label, value, note, editLabel, form }: DetailRowProps) {
  const [isEditing, setIsEditing] = useState(false)
  const editRef = useRef<HTMLButtonElement>(null)
  const formRef = useRef<HTMLElement>(null)
  const wasEditing = useRef(false)

  // Moves the focus into the form when it opens, and back to Edit when it closes.
  useLayoutEffect(() => {
    if (isEditing) formRef.current?.querySelector('input')?.focus()
    else if (wasEditing.current) editRef.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  return (
    <div className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[8rem_minmax(0,1fr)_auto] sm:items-center">
      <dt className="text-ink-muted max-sm:text-xs">{label}</dt>
      <dd className="flex min-h-10 min-w-0 items-center justify-between gap-4 sm:contents">
        <span className="min-w-0 text-base font-medium">{value}</span>
        {form && !isEditing ? (
          <Button ref={editRef} aria-label={editLabel} onClick={() => setIsEditing(true)}>
            {profileMessages.account.edit}
          </Button>
        ) : null}
      </dd>
      {note ? <dd className="sm:col-span-2 sm:col-start-2">{note}</dd> : null}
      {form && isEditing ? (
        <dd ref={formRef} className="appear mt-3 pb-2 sm:col-span-2 sm:col-start-2">
          {form(() => setIsEditing(false))}
        </dd>
      ) : null}
    </div>
  )
}
