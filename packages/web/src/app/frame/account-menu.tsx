/** Account menu, loaded and mounted when it is first opened. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { paths } from '@filesmith/contract/routes'
import type { User } from '@filesmith/contract/schemas/account'
import { Gauge, LogOut, UserRound } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useSignOut } from '../../lib/use-sign-out.ts'
import { Icon } from '../../ui/icon.tsx'
import { AccountButton } from './account-button.tsx'
import { AccountSummary } from './account-summary.tsx'

const itemStyle =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded px-3 font-medium outline-none select-none data-highlighted:bg-surface-sunken'

interface AccountMenuProps {
  readonly user: User
  readonly openedBy: 'pointer' | 'keyboard'
}

export function AccountMenu({ user, openedBy }: AccountMenuProps) {
  const contentRef = useRef<HTMLDivElement>(null)
  // Radix has not seen the key that opened the menu; with a key, it focuses the first item.
  useEffect(() => {
    if (openedBy === 'keyboard') contentRef.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [openedBy])
  const signOut = useSignOut()
  return (
    // Not modal: Radix locks scrolling with a style element, which violates the content security policy.
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger asChild>
        <AccountButton username={user.username} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        ref={contentRef}
        align="end"
        sideOffset={8}
        collisionPadding={16}
        className="appear z-40 w-72 rounded border border-line bg-surface-raised p-2 shadow-float"
      >
        <DropdownMenu.Label className="px-3 pt-2 pb-3">
          <AccountSummary username={user.username} email={user.email} />
        </DropdownMenu.Label>
        <DropdownMenu.Separator className="-mx-2 mb-2 h-px bg-line" />
        <DropdownMenu.Item asChild className={itemStyle}>
          <Link to={paths.profile}>
            <Icon of={UserRound} /> {frameMessages.profile}
          </Link>
        </DropdownMenu.Item>
        {user.isOperator ? (
          <DropdownMenu.Item asChild className={itemStyle}>
            <Link to={paths.admin}>
              <Icon of={Gauge} /> {frameMessages.admin}
            </Link>
          </DropdownMenu.Item>
        ) : null}
        {user.canSignOut === false ? null : (
          <DropdownMenu.Item className={itemStyle} onSelect={() => void signOut()}>
            <Icon of={LogOut} /> {frameMessages.logOut}
          </DropdownMenu.Item>
        )}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
