/** Deletes recent conversions: entries are hidden immediately and restored if the server fails. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { RecentConversion } from '@filesmith/contract/schemas/conversion'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteJob } from '../../lib/job/job-calls.ts'
import { receiptAction } from '../../lib/receipts/opened-receipt.ts'
import { serverMessageOf } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'

export function useDeleteConversion() {
  const queryClient = useQueryClient()
  const [deletingIds, setDeletingIds] = useState<ReadonlySet<string>>(new Set())
  const deleting = useMutation({
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
    onSettled: (_reply, _error, id) =>
      setDeletingIds(ids => new Set([...ids].filter(deletingId => deletingId !== id))),
  })
  return {
    /** Entries being deleted, which are hidden. */
    deletingIds,
    remove(id: string) {
      setDeletingIds(ids => new Set(ids).add(id))
      deleting.mutate(id)
    },
  }
}
