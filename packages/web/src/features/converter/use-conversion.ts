/** Runs the conversion of a tool: starts it, follows its events, cancels it, and resumes it after a reload. */

import { isAllowanceCode } from '@filesmith/contract/allowance-codes'
import { apiPaths } from '@filesmith/contract/api-paths'
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { paths } from '@filesmith/contract/routes'
import { type AcceptedReply, type ConversionState, isFinished } from '@filesmith/contract/schemas/conversion'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { fetchConversion, followConversion } from '../../lib/conversion-events.ts'
import { needsPassword } from '../../lib/needs-password.ts'
import { receiptAction } from '../../lib/receipts/opened-receipt.ts'
import { request, serverMessageOf } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'
import { type ConversionView, nextConversionView } from './conversion-progress.ts'
import { explainReply, type FailureReply, isNotFound, toFailureReply } from './failure-reply.ts'
import { type ConversionRequest, requestConversion } from './request-conversion.ts'
import { readSavedWork, saveWork } from './saved-work.ts'
import { useOutcomeTimers } from './use-outcome-timers.ts'

export interface ConversionControl {
  readonly view: ConversionView
  readonly start: (conversion: ConversionRequest) => Promise<void>
  readonly cancel: () => Promise<void>
  /** Deletes the result from the server; resolves with true on success. */
  readonly deleteResult: () => Promise<boolean>
  /** Returns to the options and keeps the file. */
  readonly reset: () => void
  readonly closeOverlay: () => void
}

export function useConversion(tool: ConverterTool): ConversionControl {
  const [view, dispatch] = useReducer(nextConversionView, { phase: 'idle' })
  const queryClient = useQueryClient()
  const job = useRef<AcceptedReply>(undefined)
  const stopFollowing = useRef<() => void>(undefined)
  /** Attempt counter: ignores the response to a canceled attempt. */
  const attempt = useRef(0)

  const clearJob = () => {
    stopFollowing.current?.()
    job.current = undefined
    saveWork(tool.id, { job: undefined })
  }

  const fail = (reply: FailureReply) => {
    const reason = explainReply(tool, reply)
    const isAllowanceUsed = isAllowanceCode(reply.code)
    clearJob()
    refreshUsage()
    if (needsPassword(reply.code)) {
      const problem = reply.code === 'password-wrong' ? reason : undefined
      return dispatch({ type: 'password-required', problem })
    }
    dispatch({ type: isAllowanceUsed ? 'allowance-used' : 'failed', reason })
    toasts.show({
      title: tool.messages.failure?.title ?? conversionMessages.failedToast,
      description: reason,
      variant: 'destructive',
      action: isAllowanceUsed ? { label: allowanceMessages.seePlans, to: paths.plans } : undefined,
    })
  }

  /** Refreshes usage and history, which change when a conversion is accepted and when it ends. */
  const refreshUsage = () => {
    for (const path of [apiPaths.usage, apiPaths.conversions])
      void queryClient.invalidateQueries({ queryKey: [path] })
  }

  const handleState = (state: ConversionState) => {
    if (state.status === 'succeeded') succeed(state)
    else if (state.status === 'failed') fail(state.error ?? {})
    else if (isFinished(state.status)) endWithoutResult()
    else dispatch({ type: 'reported', state })
  }

  const succeed = (state: ConversionState) => {
    void queryClient.invalidateQueries({ queryKey: [apiPaths.recentConversions] })
    refreshUsage()
    if (state.downloadUrl !== null) {
      dispatch({ type: 'reported', state })
      return toasts.show({ title: conversionMessages.succeededToast, description: tool.messages.succeeded })
    }
    const { title, description } = conversionMessages.noDownloadToast
    clearJob()
    dispatch({ type: 'not-downloadable', reason: description })
    toasts.show({ title, description, variant: 'destructive' })
  }

  const endWithoutResult = () => {
    if (job.current) refreshUsage()
    clearJob()
    dispatch({ type: 'reset' })
  }

  const follow = (accepted: AcceptedReply) => {
    job.current = accepted
    saveWork(tool.id, { job: accepted })
    stopFollowing.current = followConversion(accepted, {
      onState: handleState,
      onGone: error => fail(toFailureReply(error)),
    })
    refreshUsage()
  }

  const start = async (conversion: ConversionRequest) => {
    attempt.current += 1
    const thisAttempt = attempt.current
    dispatch({ type: 'started' })
    try {
      const accepted = await requestConversion(tool, conversion)
      if (thisAttempt === attempt.current) follow(accepted)
      else await request('DELETE', accepted.statusUrl)
    } catch (error) {
      if (thisAttempt === attempt.current) fail(toFailureReply(error))
    }
  }

  const cancel = async () => {
    attempt.current += 1
    dispatch({ type: 'canceling' })
    try {
      if (job.current) await request('DELETE', job.current.statusUrl)
      endWithoutResult()
      toasts.show(conversionMessages.canceledToast)
    } catch (error) {
      if (isNotFound(error)) return endWithoutResult()
      dispatch({ type: 'cancel-failed' })
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
      if (!isNotFound(error)) {
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

  const resumeSaved = useEffectEvent(async (saved: AcceptedReply, isCurrent: () => boolean) => {
    try {
      const state = await fetchConversion(saved.statusUrl)
      if (!isCurrent()) return
      if (!isFinished(state.status)) {
        dispatch({ type: 'reported', state })
        follow(saved)
      } else if (state.status === 'succeeded' && state.downloadUrl !== null) {
        job.current = saved
        dispatch({ type: 'found-finished', state })
      } else handleState(state)
    } catch (error) {
      if (isCurrent() && isNotFound(error)) saveWork(tool.id, { job: undefined })
    }
  })

  useEffect(() => {
    let isMounted = true
    const { job: saved } = readSavedWork(tool.id)
    if (saved) void resumeSaved(saved, () => isMounted && attempt.current === 0)
    return () => {
      isMounted = false
      stopFollowing.current?.()
    }
  }, [tool.id])

  const closeOverlay = () => dispatch({ type: 'overlay-closed' })
  useOutcomeTimers(view, tool.downloadDelayMs, closeOverlay)

  return { view, start, cancel, deleteResult, reset: endWithoutResult, closeOverlay }
}
