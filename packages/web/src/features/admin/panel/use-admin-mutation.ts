/** Sends a change of the admin area, refetches all admin queries and shows a toast. */
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import { type Query, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'

interface Change {
  readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: object
  readonly toast: { readonly title: string; readonly description: string }
}

interface AdminMutation {
  readonly isBusy: boolean
  /** Throws errors of the server, for forms that show them. */
  readonly send: (change: Change) => Promise<Response>
  /** Shows errors of the server in a toast; resolves with true on success. */
  readonly attempt: (change: Change) => Promise<boolean>
}

export function useAdminMutation(): AdminMutation {
  const queryClient = useQueryClient()
  const refusal = useRefusal()
  const { isPending, mutateAsync } = useMutation({
    mutationFn: ({ method, path, body }: Change) => request(method, path, body),
    async onSuccess(_response, { toast }) {
      // Responses to requests sent before the change are stale.
      await queryClient.cancelQueries({ predicate: isAdminQuery })
      await queryClient.invalidateQueries({ predicate: isAdminQuery })
      toasts.show(toast)
    },
  })

  return {
    isBusy: isPending,
    send: change => mutateAsync(change),
    async attempt(change) {
      if (isPending) return false
      try {
        await mutateAsync(change)
        return true
      } catch (error) {
        refusal.asToast(error, adminScreens.changeFailed)
        return false
      }
    },
  }
}

function isAdminQuery({ queryKey: [path] }: Query): boolean {
  return typeof path === 'string' && path.startsWith('/api/admin/')
}
