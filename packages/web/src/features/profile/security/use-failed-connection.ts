/** Shows why connecting an identity provider failed, after its redirect. */
import { profileMessages } from '@filesmith/contract/messages/profile'
import { securityMessages } from '@filesmith/contract/messages/profile-security'
import { toasts } from '../../../lib/toast-store.ts'
import { useRedirectFailure } from '../../../lib/use-redirect-failure.ts'

export function useFailedConnection(): void {
  useRedirectFailure((description = profileMessages.unexpected) => {
    toasts.show({ title: securityMessages.connections.connectFailed, description, variant: 'destructive' })
  })
}
