/** Deletes entries of the recent list: they leave it at once, and come back when the server could not do it. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { RecentConversion } from '@filesmith/contract/schemas/conversion'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteConversion } from '../../lib/delete-conversion.ts'
import { receiptAction } from '../../lib/receipts/opened-receipt.ts'
import { serverMessageOf } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'

interface ConversionDeletion {
  /** Those on their way out: no longer shown. */
  readonly leavingIds: ReadonlySet<string>
  readonly remove: (id: string) => Promise<void>
}

export function useDeleteConversion(): ConversionDeletion {
  const queryClient = useQueryClient()
  const [leavingIds, setLeavingIds] = useState<ReadonlySet<string>>(new Set())

  const remove = async (id: string) => {
    setLeavingIds(ids => new Set(ids).add(id))
    try {
      await deleteConversion(id)
      queryClient.setQueryData<readonly RecentConversion[]>([apiPaths.recentConversions], list =>
        list?.filter(entry => entry.id !== id),
      )
      toasts.show({ ...conversionMessages.deletedToast, action: receiptAction(id) })
    } catch (error) {
      toasts.show({
        title: conversionMessages.deleteFailedToast,
        description: serverMessageOf(error) ?? conversionMessages.deleteFailedText,
        variant: 'destructive',
      })
    }
    setLeavingIds(ids => new Set([...ids].filter(leaving => leaving !== id)))
  }
  return { leavingIds, remove }
}
