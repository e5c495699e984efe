/** Deletes recent conversions: entries are hidden immediately and restored if the server fails. */
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
  /** Entries being deleted, which are hidden. */
  readonly deletingIds: ReadonlySet<string>
  readonly remove: (id: string) => Promise<void>
}

export function useDeleteConversion(): ConversionDeletion {
  const queryClient = useQueryClient()
  const [deletingIds, setDeletingIds] = useState<ReadonlySet<string>>(new Set())

  const remove = async (id: string) => {
    setDeletingIds(ids => new Set(ids).add(id))
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
    setDeletingIds(ids => new Set([...ids].filter(leaving => leaving !== id)))
  }
  return { deletingIds, remove }
}
