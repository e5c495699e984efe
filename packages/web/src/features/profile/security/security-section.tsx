/** Security section: password, two-step sign-in, sessions, connections, API keys and account deletion. */
import { securityMessages } from '@filesmith/contract/messages/profile-security'
import type { User } from '@filesmith/contract/schemas/account'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ApiKeysBlock } from '../api-keys/api-keys-block.tsx'
import { Section } from '../section.tsx'
import { ConfirmEmailNotice } from './confirm-email-notice.tsx'
import { ConnectionsBlock } from './connections-block.tsx'
import { DeleteAccountBlock } from './delete-account-block.tsx'
import { PasswordBlock } from './password-block.tsx'
import { SessionsBlock } from './sessions-block.tsx'
import { TwoStepBlock } from './two-step-block.tsx'
import { useFailedConnection } from './use-failed-connection.ts'
import { useSecurity } from './use-security.ts'

export function SecuritySection({ user }: { readonly user: User }) {
  const { data: security, isPending, refetch } = useSecurity()
  useFailedConnection()
  if (isPending) return <Loading />
  return (
    <Section id="security">
      {user.isEmailVerified ? null : <ConfirmEmailNotice email={user.email} />}
      {security ? (
        <>
          <PasswordBlock user={user} hasPassword={security.hasPassword} />
          <TwoStepBlock user={user} security={security} />
          <SessionsBlock sessions={security.sessions} />
          <ConnectionsBlock user={user} connections={security.connections} />
        </>
      ) : (
        <div className="rounded border border-line bg-surface">
          <LoadFailed text={securityMessages.failed} onRetry={() => void refetch()} />
        </div>
      )}
      <ApiKeysBlock user={user} />
      <DeleteAccountBlock user={user} />
    </Section>
  )
}

function Loading() {
  return (
    <Section id="security">
      <p role="status" className="sr-only">
        {securityMessages.loading}
      </p>
      <Skeleton className="h-112 w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-40 w-full" />
    </Section>
  )
}
