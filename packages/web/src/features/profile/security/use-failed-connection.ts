/** Says why somebody who may vouch for people could not be connected, when coming back from there. */
import { profileMessages } from '@filesmith/contract/messages/profile'
import { securityMessages } from '@filesmith/contract/messages/profile-security'
import { toasts } from '../../../lib/toast-store.ts'
import { useRedirectFailure } from '../../../lib/use-redirect-failure.ts'

export function useFailedConnection(): void {
  useRedirectFailure((description = profileMessages.unexpected) => {
    toasts.show({ title: securityMessages.connections.connectFailed, description, variant: 'destructive' })
  })
}
