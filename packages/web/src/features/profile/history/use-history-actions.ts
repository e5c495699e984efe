/** Actions on past conversions: repeat, retry, cancel and delete. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { usageMessages } from '@filesmith/contract/messages/profile-usage'
import { acceptedReplySchema, type ConversionState, isFinished } from '@filesmith/contract/schemas/conversion'
import type { PastConversion } from '@filesmith/contract/schemas/conversion-history'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteJob } from '../../../lib/job/job-calls.ts'
import { receiptAction } from '../../../lib/receipts/opened-receipt.ts'
import { RequestError, request } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import type { useHistory } from './use-history.ts'

const texts = usageMessages.history

export function useHistoryActions(history: ReturnType<typeof useHistory>) {
  const queryClient = useQueryClient()
  const refusal = useRefusal()
  /** Rows being deleted: hidden immediately, restored if the server fails. */
  const [deletingIds, setDeletingIds] = useState<ReadonlySet<string>>(new Set())
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set())

  /** Queries of other pages that depend on conversions. */
  const invalidateRelated = () => {
    for (const path of [apiPaths.usage, apiPaths.authStatus, apiPaths.recentConversions])
      void queryClient.invalidateQueries({ queryKey: [path] })
  }

  const whileBusy = async (id: string, failedTitle: string, work: () => Promise<void>) => {
    if (busyIds.has(id)) return
    setBusyIds(ids => new Set(ids).add(id))
    try {
      await work()
      invalidateRelated()
    } catch (error) {
      refusal.asToast(error, failedTitle)
    }
    setBusyIds(ids => without(ids, id))
  }

  return {
    deletingIds,
    busyIds,
    repeat: (row: PastConversion) =>
      whileBusy(row.id, texts.repeatFailed, async () => {
        const response = await request('POST', apiPaths.conversionRepeat(row.id))
        const { id } = acceptedReplySchema.parse(await response.json())
        history.prepend({ ...row, ...queuedState, id, createdAt: new Date().toISOString() })
      }),
    retry: (row: PastConversion) =>
      whileBusy(row.id, texts.repeatFailed, async () => {
        await request('POST', apiPaths.conversionRetry(row.id))
        history.update(row.id, queuedState)
      }),
    cancel: (row: PastConversion) =>
      // Canceling is reported by an event. If the conversion finished first, the call has deleted it with its result.
      whileBusy(row.id, texts.cancelFailedToast, async () => {
        await deleteJob(apiPaths.conversion(row.id))
        if (await isGone(row.id)) history.removeRow(row.id)
      }),
    remove: async (row: PastConversion) => {
      setDeletingIds(ids => new Set(ids).add(row.id))
      try {
        await deleteJob(apiPaths.conversion(row.id))
        history.removeRow(row.id)
        toasts.show({ ...texts.deletedToast, action: receiptAction(row.id) })
        invalidateRelated()
      } catch (error) {
        refusal.asToast(error, texts.deleteFailedToast)
      }
      setDeletingIds(ids => without(ids, row.id))
    },
    ended: (state: ConversionState) => {
      if (!isFinished(state.status)) return
      history.update(state.id, {
        status: state.status,
        fileSize: state.resultSize,
        errorMessage: state.error?.message ?? null,
        ...(state.expiresAt === null ? {} : { expiresAt: state.expiresAt }),
      })
      invalidateRelated()
    },
  }
}

const queuedState = { status: 'queued', fileSize: null, errorMessage: null } as const

async function isGone(id: string): Promise<boolean> {
  try {
    await request('GET', apiPaths.conversion(id))
    return false
  } catch (error) {
    return error instanceof RequestError && error.status === 404
  }
}

function without(ids: ReadonlySet<string>, gone: string): ReadonlySet<string> {
  return new Set([...ids].filter(id => id !== gone))
}
