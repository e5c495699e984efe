/** Changes the subscription: one request at a time, followed by a refresh of the account. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useAccountChange } from '../../../lib/use-account.ts'

const mutationKey = ['billing-change']

interface Toast {
  readonly title: string
  readonly description: string
}

interface BillingChange {
  readonly isBusy: boolean
  /** Rethrows errors of the request. */
  readonly change: (path: string, toast: Toast) => Promise<void>
}

export function useBillingChange(): BillingChange {
  const queryClient = useQueryClient()
  const { refresh } = useAccountChange()
  const { isPending, mutateAsync } = useMutation({
    mutationKey,
    mutationFn: ({ path }: { readonly path: string; readonly toast: Toast }) => request('POST', path),
    onSuccess: (_response, { toast }) => toasts.show(toast),
    // Also after a failure: only the response may have been lost, or the plan was changed elsewhere.
    onSettled: () => refresh(),
  })
  return {
    isBusy: isPending,
    async change(path, toast) {
      // A second press can arrive before the busy state is rendered.
      if (queryClient.isMutating({ mutationKey }) === 0) await mutateAsync({ path, toast })
    },
  }
}
