/** Account actions of a signed-in user in the mobile menu. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { paths } from '@filesmith/contract/routes'
import type { User } from '@filesmith/contract/schemas/account'
import { Gauge, LogOut, UserRound } from 'lucide-react'
import { useSignOut } from '../../lib/use-sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { AccountSummary } from './account-summary.tsx'

interface MobileAccountActionsProps {
  readonly user: User
  /** Closes the menu: signing out does not navigate, which would close it. */
  readonly onSignedOut: () => void
}

export function MobileAccountActions({ user, onSignedOut }: MobileAccountActionsProps) {
  const signOut = useSignOut()
  return (
    <>
      <AccountSummary username={user.username} email={user.email} />
      <div className="mt-4 flex gap-3">
        <LinkButton to={paths.profile} className="min-h-12 grow">
          <Icon of={UserRound} /> {frameMessages.profile}
        </LinkButton>
        {user.canSignOut === false ? null : (
          <Button
            className="min-h-12 grow"
            onClick={() => {
              onSignedOut()
              void signOut()
            }}
          >
            <Icon of={LogOut} /> {frameMessages.logOut}
          </Button>
        )}
      </div>
      {user.isOperator ? (
        <LinkButton to={paths.admin} className="mt-3 min-h-12 w-full">
          <Icon of={Gauge} /> {frameMessages.admin}
        </LinkButton>
      ) : null}
    </>
  )
}
