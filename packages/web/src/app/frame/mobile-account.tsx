/** The foot of the mobile menu: the ways in, or the account with its page and the way out. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { paths } from '@filesmith/contract/routes'
import { LogOut, UserRound } from 'lucide-react'
import { useAccount } from '../../lib/use-account.ts'
import { useSignOut } from '../../lib/use-sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { AccountSummary } from './account-summary.tsx'
import { SignInLinks } from './sign-in-links.tsx'

interface MobileAccountProps {
  /** Signing out leads nowhere else, so the menu does not close by itself. */
  readonly onSignedOut: () => void
}

export function MobileAccount({ onSignedOut }: MobileAccountProps) {
  const { state, user } = useAccount()
  const signOut = useSignOut()
  if (!user)
    return (
      <div className="mt-4 flex min-h-12 gap-3">
        {state === 'signed-out' ? <SignInLinks className="min-h-12 grow" /> : null}
      </div>
    )
  return (
    <div className="mt-1 border-t border-line pt-4">
      <AccountSummary username={user.username} email={user.email} />
      <div className="mt-4 flex gap-3">
        <LinkButton to={paths.profile} className="min-h-12 grow">
          <Icon of={UserRound} /> {frameMessages.profile}
        </LinkButton>
        <Button
          className="min-h-12 grow"
          onClick={() => {
            onSignedOut()
            void signOut()
          }}
        >
          <Icon of={LogOut} /> {frameMessages.logOut}
        </Button>
      </div>
    </div>
  )
}
