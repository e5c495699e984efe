/** Says why Google or GitHub could not be connected, when coming back from there; the address then forgets it. */
import { profileMessages } from '@filesmith/contract/messages/profile'
import { securityMessages } from '@filesmith/contract/messages/profile-security'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { messageOfCode } from '../../../lib/message-of-code.ts'
import { toasts } from '../../../lib/toast-store.ts'

export function useFailedConnection(): void {
  const [params, setParams] = useSearchParams()
  const failed = params.get('failed')
  const provider = params.get('provider')

  useEffect(() => {
    if (failed === null) return
    toasts.show({
      title: securityMessages.connections.connectFailed,
      description: messageOfCode(failed, provider) ?? profileMessages.unexpected,
      variant: 'destructive',
    })
    setParams(
      present => {
        const rest = new URLSearchParams(present)
        rest.delete('failed')
        rest.delete('provider')
        return rest
      },
      { replace: true },
    )
  }, [failed, provider, setParams])
}
