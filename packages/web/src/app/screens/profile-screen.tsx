/** /profile: account settings; visitors are redirected to sign in. */
import { profileMessages } from '@filesmith/contract/messages/profile'
import { paths } from '@filesmith/contract/routes'
import { Navigate, useLocation } from 'react-router'
import { Profile } from '../../features/profile/profile.tsx'
import { signInAddress } from '../../lib/sign-in-address.ts'
import { useAccount } from '../../lib/use-account.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

export function ProfileScreen() {
  const { state, user } = useAccount()
  const { search } = useLocation()
  if (user) return <Profile user={user} />
  if (state === 'unknown') return <ProfileSkeleton />
  return <Navigate to={signInAddress(`${paths.profile}${search}`)} replace />
}

function ProfileSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        {profileMessages.loading}
      </p>
      <Skeleton className="mb-2 h-8.5 w-48" />
      <Skeleton className="mb-8 h-5.5 w-36" />
      <Skeleton className="h-64 w-full" />
    </div>
  )
}
