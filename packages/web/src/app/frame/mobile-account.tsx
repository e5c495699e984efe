/** Account area of the mobile menu: sign-in links or account actions. */
import { LazyFallback, onDemand } from '../../lib/on-demand.tsx'
import { useAccount } from '../../lib/use-account.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SignInLinks } from './sign-in-links.tsx'

const MobileAccountActions = onDemand(
  async () => (await import('./mobile-account-actions.tsx')).MobileAccountActions,
)

interface MobileAccountProps {
  readonly onSignedOut: () => void
}

export function MobileAccount({ onSignedOut }: MobileAccountProps) {
  const { state, user } = useAccount()
  if (!user)
    return (
      <div className="mt-4 flex min-h-12 gap-3">
        {state === 'signed-out' ? <SignInLinks className="min-h-12 grow" /> : null}
      </div>
    )
  return (
    <div className="mt-1 border-t border-line pt-4">
      <LazyFallback fallback={<Skeleton className="h-33 w-full" />}>
        <MobileAccountActions user={user} onSignedOut={onSignedOut} />
      </LazyFallback>
    </div>
  )
}
