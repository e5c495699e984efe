/** Runs a tool's conversion: hands it over, follows it, cancels it, and finds it again after a reload. */

import { isAllowanceCode } from '@filesmith/contract/allowance-codes'
import { apiPaths } from '@filesmith/contract/api-paths'
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { paths } from '@filesmith/contract/routes'
import { type AcceptedReply, type ConversionState, isFinished } from '@filesmith/contract/schemas/conversion'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { asksForPassword } from '../../lib/asks-for-password.ts'
import { fetchConversion, followConversion } from '../../lib/conversion-events.ts'
import { receiptAction } from '../../lib/receipts/opened-receipt.ts'
import { request, serverMessageOf } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'
import { type ConversionView, nextConversionView } from './conversion-progress.ts'
import { explainReply, type FailureReply, isGone, replyOf } from './failure-reply.ts'
import { type ConversionRequest, requestConversion } from './request-conversion.ts'
import { readSavedWork, saveWork } from './saved-work.ts'
import { useOutcomeTimers } from './use-outcome-timers.ts'

export interface ConversionControl {
  readonly view: ConversionView
  readonly start: (wanted: ConversionRequest) => Promise<void>
  readonly cancel: () => Promise<void>
  /** Removes the result from the server; true when it is gone. */
  readonly deleteResult: () => Promise<boolean>
  /** Back to the options, the file stays. */
  readonly reset: () => void
  readonly closeOverlay: () => void
}

export function useConversion(tool: ConverterTool): ConversionControl {
  const [view, dispatch] = useReducer(nextConversionView, { phase: 'idle' })
  const queryClient = useQueryClient()
  const job = useRef<AcceptedReply>(undefined)
  const stopFollowing = useRef<() => void>(undefined)
  /** Counts attempts, so that an answer to a cancelled one is not taken for the next. */
  const attempt = useRef(0)

  const forgetJob = () => {
    stopFollowing.current?.()
    job.current = undefined
    saveWork(tool.id, { job: undefined })
  }

  const fail = (reply: FailureReply) => {
    const reason = explainReply(tool, reply)
    const isAllowanceUsed = isAllowanceCode(reply.code)
    forgetJob()
    tellCounters()
    if (asksForPassword(reply.code)) {
      const problem = reply.code === 'password-wrong' ? reason : undefined
      return dispatch({ type: 'password-asked', problem })
    }
    dispatch({ type: isAllowanceUsed ? 'allowance-used' : 'failed', reason })
    toasts.show({
      title: tool.messages.failure?.title ?? conversionMessages.failedToast,
      description: reason,
      variant: 'destructive',
      action: isAllowanceUsed ? { label: allowanceMessages.seePlans, to: paths.plans } : undefined,
    })
  }

  /** What is left, and the account's history: each acceptance and each end changes them. */
  const tellCounters = () => {
    for (const path of [apiPaths.usage, apiPaths.conversions])
      void queryClient.invalidateQueries({ queryKey: [path] })
  }

  const take = (state: ConversionState) => {
    if (state.status === 'succeeded') succeed(state)
    else if (state.status === 'failed') fail(state.error ?? {})
    else if (isFinished(state.status)) endWithoutResult()
    else dispatch({ type: 'reported', state })
  }

  const succeed = (state: ConversionState) => {
    void queryClient.invalidateQueries({ queryKey: [apiPaths.recentConversions] })
    tellCounters()
    if (state.downloadUrl !== null) {
      dispatch({ type: 'reported', state })
      return toasts.show({ title: conversionMessages.succeededToast, description: tool.messages.succeeded })
    }
    const { title, description } = conversionMessages.noDownloadToast
    forgetJob()
    dispatch({ type: 'not-downloadable', reason: description })
    toasts.show({ title, description, variant: 'destructive' })
  }

  const endWithoutResult = () => {
    if (job.current) tellCounters()
    forgetJob()
    dispatch({ type: 'reset' })
  }

  const follow = (accepted: AcceptedReply) => {
    job.current = accepted
    saveWork(tool.id, { job: accepted })
    stopFollowing.current = followConversion(accepted, {
      onState: take,
      onGone: error => fail(replyOf(error)),
    })
    tellCounters()
  }

  const start = async (wanted: ConversionRequest) => {
    attempt.current += 1
    const thisAttempt = attempt.current
    dispatch({ type: 'started' })
    try {
      const accepted = await requestConversion(tool, wanted)
      if (thisAttempt === attempt.current) follow(accepted)
      else await request('DELETE', accepted.statusUrl)
    } catch (error) {
      if (thisAttempt === attempt.current) fail(replyOf(error))
    }
  }

  const cancel = async () => {
    attempt.current += 1
    dispatch({ type: 'cancelling' })
    try {
      if (job.current) await request('DELETE', job.current.statusUrl)
      endWithoutResult()
      toasts.show(conversionMessages.canceledToast)
    } catch (error) {
      if (isGone(error)) return endWithoutResult()
      dispatch({ type: 'not-cancelled' })
      toasts.show({
        title: conversionMessages.cancelFailedToast,
        description: serverMessageOf(error) ?? tool.messages.failed,
        variant: 'destructive',
      })
    }
  }

  const deleteResult = async () => {
    const deleted = job.current
    try {
      if (deleted) await request('DELETE', deleted.statusUrl)
    } catch (error) {
      if (!isGone(error)) {
        toasts.show({
          title: conversionMessages.deleteFailedToast,
          description: serverMessageOf(error) ?? tool.messages.failed,
          variant: 'destructive',
        })
        return false
      }
    }
    endWithoutResult()
    toasts.show({ ...conversionMessages.deletedToast, action: deleted && receiptAction(deleted.id) })
    void queryClient.invalidateQueries({ queryKey: [apiPaths.recentConversions] })
    return true
  }

  const findAgain = useEffectEvent(async (saved: AcceptedReply, isCurrent: () => boolean) => {
    try {
      const state = await fetchConversion(saved.statusUrl)
      if (!isCurrent()) return
      if (!isFinished(state.status)) {
        dispatch({ type: 'reported', state })
        follow(saved)
      } else if (state.status === 'succeeded' && state.downloadUrl !== null) {
        job.current = saved
        dispatch({ type: 'found-finished', state })
      } else take(state)
    } catch (error) {
      if (isCurrent() && isGone(error)) saveWork(tool.id, { job: undefined })
    }
  })

  useEffect(() => {
    let isMounted = true
    const { job: saved } = readSavedWork(tool.id)
    if (saved) void findAgain(saved, () => isMounted && attempt.current === 0)
    return () => {
      isMounted = false
      stopFollowing.current?.()
    }
  }, [tool.id])

  const closeOverlay = () => dispatch({ type: 'overlay-closed' })
  useOutcomeTimers(view, tool.downloadDelayMs, closeOverlay)

  return { view, start, cancel, deleteResult, reset: endWithoutResult, closeOverlay }
}
