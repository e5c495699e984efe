/** Button of the account menu; also its placeholder while the menu is loading. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Icon } from '../../ui/icon.tsx'

interface AccountButtonProps extends ComponentProps<'button'> {
  readonly username: string
}

export function AccountButton({ username, ...rest }: AccountButtonProps) {
  const [initial = ''] = username
  return (
    <button
      type="button"
      className="group inline-flex min-h-11 min-w-0 items-center gap-2 rounded px-2 font-semibold transition-colors hover:bg-surface-sunken data-[state=open]:bg-surface-sunken"
      {...rest}
    >
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded bg-ink font-heading text-ink-inverse uppercase"
      >
        {initial}
      </span>
      <span className="sr-only">{frameMessages.accountMenu} </span>
      <span className="truncate">{username}</span>
      <Icon
        of={ChevronDown}
        sizePx={16}
        className="text-ink-muted transition-transform group-data-[state=open]:rotate-180"
      />
    </button>
  )
}
