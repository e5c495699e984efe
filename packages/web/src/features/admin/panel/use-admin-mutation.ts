/** The one way something is changed in the admin area: sent, then shown everywhere, then said. */
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'

interface Change {
  readonly method: 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: object
  readonly toast: { readonly title: string; readonly description: string }
}

interface AdminMutation {
  readonly isBusy: boolean
  /** Throws what the server refused, for forms that say it themselves. */
  readonly send: (change: Change) => Promise<void>
  /** Says in a toast what the server refused; the answer is whether it was done. */
  readonly attempt: (change: Change) => Promise<boolean>
}

export function useAdminMutation(): AdminMutation {
  const queryClient = useQueryClient()
  const refusal = useRefusal()
  const [isBusy, setIsBusy] = useState(false)

  const send = async ({ method, path, body, toast }: Change) => {
    await request(method, path, body)
    // What set out before the change must not be taken for what is there after it.
    await queryClient.cancelQueries({ predicate: isAdminQuery })
    await queryClient.invalidateQueries({ predicate: isAdminQuery })
    toasts.show(toast)
  }

  return {
    isBusy,
    send,
    async attempt(change) {
      if (isBusy) return false
      setIsBusy(true)
      try {
        await send(change)
        return true
      } catch (error) {
        refusal.asToast(error, adminScreens.changeFailed)
        return false
      } finally {
        setIsBusy(false)
      }
    },
  }
}

function isAdminQuery({ queryKey: [path] }: Query): boolean {
  return typeof path === 'string' && path.startsWith('/api/admin/')
}
