/** What can be done with a past conversion: convert again, try again, cancel, delete. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { usageMessages } from '@filesmith/contract/messages/profile-usage'
import { acceptedReplySchema, type ConversionState, isFinished } from '@filesmith/contract/schemas/conversion'
import type { PastConversion } from '@filesmith/contract/schemas/conversion-history'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteConversion } from '../../../lib/delete-conversion.ts'
import { receiptAction } from '../../../lib/receipts/opened-receipt.ts'
import { RequestError, request } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import type { useHistory } from './use-history.ts'

const texts = usageMessages.history

export function useHistoryActions(history: ReturnType<typeof useHistory>) {
  const queryClient = useQueryClient()
  const refusal = useRefusal()
  /** Deleted ones leave at once, and come back when the server could not do it. */
  const [leavingIds, setLeavingIds] = useState<ReadonlySet<string>>(new Set())
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set())

  /** The lists and figures of other places know about it too. */
  const spread = () => {
    for (const path of [apiPaths.usage, apiPaths.authStatus, apiPaths.recentConversions])
      void queryClient.invalidateQueries({ queryKey: [path] })
  }

  const whileBusy = async (id: string, failedTitle: string, work: () => Promise<void>) => {
    if (busyIds.has(id)) return
    setBusyIds(ids => new Set(ids).add(id))
    try {
      await work()
      spread()
    } catch (error) {
      refusal.asToast(error, failedTitle)
    }
    setBusyIds(ids => without(ids, id))
  }

  return {
    leavingIds,
    busyIds,
    repeat: (row: PastConversion) =>
      whileBusy(row.id, texts.repeatFailed, async () => {
        const response = await request('POST', apiPaths.conversionRepeat(row.id))
        const { id } = acceptedReplySchema.parse(await response.json())
        history.putOnTop({ ...row, ...begun, id, createdAt: new Date().toISOString() })
      }),
    retry: (row: PastConversion) =>
      whileBusy(row.id, texts.repeatFailed, async () => {
        await request('POST', apiPaths.conversionRetry(row.id))
        history.update(row.id, begun)
      }),
    cancel: (row: PastConversion) =>
      // The end is told by the events, like every other end; one that was faster than the call went as a finished one goes.
      whileBusy(row.id, texts.cancelFailedToast, async () => {
        await deleteConversion(row.id)
        if (await isGone(row.id)) history.takeOut(row.id)
      }),
    remove: async (row: PastConversion) => {
      setLeavingIds(ids => new Set(ids).add(row.id))
      try {
        await deleteConversion(row.id)
        history.takeOut(row.id)
        toasts.show({ ...texts.deletedToast, action: receiptAction(row.id) })
        spread()
      } catch (error) {
        refusal.asToast(error, texts.deleteFailedToast)
      }
      setLeavingIds(ids => without(ids, row.id))
    },
    ended: (state: ConversionState) => {
      if (!isFinished(state.status)) return
      history.update(state.id, {
        status: state.status,
        fileSize: state.resultSize,
        errorMessage: state.error?.message ?? null,
        ...(state.expiresAt === null ? {} : { expiresAt: state.expiresAt }),
      })
      spread()
    },
  }
}

const begun = { status: 'queued', fileSize: null, errorMessage: null } as const

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
