/** Runs a tool's conversion: hands it over, follows it, cancels it, and finds it again after a reload. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { isAllowanceCode } from '@filesmith/contract/errors'
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { operations } from '@filesmith/contract/operations/registry'
import { paths } from '@filesmith/contract/routes'
import {
  type AcceptedReply,
  acceptedReplySchema,
  type ConversionState,
  isFinished,
} from '@filesmith/contract/schemas/conversion'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { fetchConversion, followConversion } from '../../lib/conversion-events.ts'
import { RequestError, request, serverMessageOf } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'
import { type ConversionView, nextConversionView } from './conversion-progress.ts'
import { readSavedWork, saveWork } from './saved-work.ts'
import { useOutcomeTimers } from './use-outcome-timers.ts'

interface ConversionRequest {
  readonly uploadId: string
  readonly outputFormat: string
  readonly quality: string
}

/** What the server said, as far as it said anything. */
interface FailureReply {
  readonly message?: string | undefined
  readonly code?: string | undefined
}

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

  const fail = ({ message, code }: FailureReply) => {
    const reason = message ?? tool.messages.failed
    const isAllowanceUsed = isAllowanceCode(code)
    forgetJob()
    dispatch({ type: isAllowanceUsed ? 'allowance-used' : 'failed', reason })
    toasts.show({
      title: conversionMessages.failedToast,
      description: reason,
      variant: 'destructive',
      action: isAllowanceUsed ? { label: allowanceMessages.seePlans, to: paths.plans } : undefined,
    })
    tellCounters()
  }

  /** What is left, and the account's history: each acceptance and each end changes them. */
  const tellCounters = () => {
    for (const path of [apiPaths.usage, apiPaths.conversions])
      void queryClient.invalidateQueries({ queryKey: [path] })
  }

  const take = (state: ConversionState) => {
    dispatch({ type: 'reported', state })
    if (state.status === 'succeeded') {
      toasts.show({ title: conversionMessages.succeededToast, description: tool.messages.succeeded })
      void queryClient.invalidateQueries({ queryKey: [apiPaths.recentConversions] })
      tellCounters()
    } else if (state.status === 'failed') fail(state.error ?? {})
    else if (isFinished(state.status)) endWithoutResult()
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

  const start = async ({ uploadId, outputFormat, quality }: ConversionRequest) => {
    attempt.current += 1
    const thisAttempt = attempt.current
    dispatch({ type: 'started' })
    const form = new FormData()
    form.set('uploadId', uploadId)
    form.set('outputFormat', outputFormat)
    form.set('quality', quality)
    for (const [name, value] of Object.entries(tool.fixedFields ?? {})) form.set(name, value)
    try {
      const response = await request('POST', operations[tool.operation].path, form, {
        prefer: 'respond-async',
      })
      const accepted = acceptedReplySchema.parse(await response.json())
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
      toasts.show(conversionMessages.cancelledToast)
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
    try {
      if (job.current) await request('DELETE', job.current.statusUrl)
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
    toasts.show(conversionMessages.deletedToast)
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
      } else if (state.status === 'succeeded') {
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

function replyOf(error: unknown): FailureReply {
  return error instanceof RequestError ? { message: error.serverMessage, code: error.code } : {}
}

function isGone(error: unknown): boolean {
  return error instanceof RequestError && error.status === 404
}
