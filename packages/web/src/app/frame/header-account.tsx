/** Account area of the header: sign-in links or account menu, with a fixed width to avoid layout shift. */
import { LazyFallback, onDemand } from '../../lib/on-demand.tsx'
import { useAccount } from '../../lib/use-account.ts'
import { AccountButton } from './account-button.tsx'
import { SignInLinks } from './sign-in-links.tsx'

const AccountMenu = onDemand(async () => (await import('./account-menu.tsx')).AccountMenu)

export function HeaderAccount() {
  const { state, user } = useAccount()
  return (
    <div className="flex w-48 justify-end lg:w-64 gap-2 max-md:hidden">
      {state === 'signed-out' ? <SignInLinks /> : null}
      {user ? (
        <LazyFallback fallback={<AccountButton username={user.username} disabled />}>
          <AccountMenu user={user} />
        </LazyFallback>
      ) : null}
    </div>
  )
}
