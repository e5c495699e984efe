/** Deletes recent conversions: entries are hidden immediately and restored if the server fails. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { RecentConversion } from '@filesmith/contract/schemas/conversion'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { deleteJob } from '../../lib/job/job-calls.ts'
import { receiptAction } from '../../lib/receipts/opened-receipt.ts'
import { serverMessageOf } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'

const mutationKey = ['delete-conversion']

export function useDeleteConversion() {
  const queryClient = useQueryClient()
  const deleting = useMutation({
    mutationKey,
    mutationFn: (id: string) => deleteJob(apiPaths.conversion(id)),
    onSuccess(_reply, id) {
      queryClient.setQueryData<readonly RecentConversion[]>([apiPaths.recentConversions], list =>
        list?.filter(entry => entry.id !== id),
      )
      toasts.show({ ...conversionMessages.deletedToast, action: receiptAction(id) })
    },
    onError(error) {
      toasts.show({
        title: conversionMessages.deleteFailedToast,
        description: serverMessageOf(error) ?? conversionMessages.deleteFailedText,
        variant: 'destructive',
      })
    },
  })
  const deletingIds = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables,
  })
  return {
    /** Entries being deleted, which are hidden. */
    deletingIds: new Set(deletingIds),
    remove: (id: string) => deleting.mutate(id),
  }
}
