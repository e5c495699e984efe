/** Runs work on several files on the server: hands it over, follows it, cancels it, and finds it again after a reload. */

import { isAllowanceCode } from '@filesmith/contract/allowance-codes'
import { apiPaths } from '@filesmith/contract/api-paths'
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { paths } from '@filesmith/contract/routes'
import { type AcceptedReply, isFinished } from '@filesmith/contract/schemas/conversion'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { asksForPassword } from './asks-for-password.ts'
import { describeRefusal } from './describe-refusal.ts'
import { readSavedFiles, saveFiles } from './file-list/saved-files.ts'
import { cancelJob, deleteJob, fetchJob, isGone, startJob } from './job-calls.ts'
import type { JobSettings, JobState } from './job-settings.ts'
import { type JobView, nextJobView } from './job-view.ts'
import { RequestError, request } from './request.ts'
import { followState } from './state-events.ts'
import { toasts } from './toast-store.ts'

export interface JobControl<State> {
  readonly view: JobView<State>
  /** True when the server has taken it. */
  readonly start: (body: unknown) => Promise<boolean>
  readonly cancel: () => Promise<void>
  /** One of its conversions, which had failed. */
  readonly retry: (conversionId: string) => Promise<void>
  /** Removes the result from the server. */
  readonly deleteResult: () => Promise<void>
  /** Back to the options, the files stay. */
  readonly reset: () => void
}

export function useJob<State extends JobState>(settings: JobSettings<State>): JobControl<State> {
  const { toolId, path, read, words } = settings
  const [view, setView] = useState<JobView<State>>({ phase: 'idle' })
  const queryClient = useQueryClient()
  const job = useRef<AcceptedReply>(undefined)
  const stopFollowing = useRef<() => void>(undefined)
  /** Counts attempts, so that an answer to a cancelled one is not taken for the next. */
  const attempt = useRef(0)

  /** What is left, and the lists: each acceptance and each end changes them. */
  const tellLists = () => {
    for (const listPath of [apiPaths.usage, apiPaths.conversions, apiPaths.recentConversions])
      void queryClient.invalidateQueries({ queryKey: [listPath] })
  }

  const reset = () => {
    stopFollowing.current?.()
    job.current = undefined
    saveFiles(toolId, { job: undefined })
    setView({ phase: 'idle' })
  }

  const complain = (description: string, code?: string) => {
    const isAboutPlan = isAllowanceCode(code) || code === 'plan-needed'
    toasts.show({
      title: words.failed,
      description,
      variant: 'destructive',
      action: isAboutPlan ? { label: allowanceMessages.seePlans, to: paths.plans } : undefined,
    })
    tellLists()
    return isAboutPlan
  }

  const fail = (error: unknown) => {
    const code = error instanceof RequestError ? error.code : undefined
    failWith(describeRefusal(error, words.refusedWith) ?? words.unanswered, code)
  }

  const failWith = (failure: string, code: string | undefined) => {
    reset()
    if (settings.failureCodeOf && asksForPassword(code)) {
      tellLists()
      setView({ phase: 'idle', lock: { problem: code === 'password-wrong' ? failure : undefined } })
    } else setView({ phase: 'idle', failure, needsPlan: complain(failure, code) })
  }

  const finish = (state: State) => {
    if (state.status === 'succeeded') {
      setView({ phase: 'finished', state })
      tellLists()
      if (state.downloadUrl !== null && settings.onSucceeded) {
        settings.onSucceeded(state)
      } else if (state.downloadUrl === null) {
        toasts.show({ ...words.downloadMissing, variant: 'destructive' })
      } else {
        toasts.show({ title: conversionMessages.succeededToast, description: words.succeeded(state) })
        window.location.assign(state.downloadUrl)
      }
    } else if (state.status === 'failed') {
      const failure = settings.failureOf(state) ?? words.unanswered
      if (settings.isFailureShown) {
        complain(failure)
        setView({ phase: 'finished', state })
      } else failWith(failure, settings.failureCodeOf?.(state))
    } else {
      tellLists()
      reset()
    }
  }

  const take = (state: State) => {
    if (isFinished(state.status)) finish(state)
    else setView(shown => nextJobView(shown, state))
  }

  const follow = (accepted: AcceptedReply) => {
    stopFollowing.current?.()
    job.current = accepted
    saveFiles(toolId, { job: accepted })
    const isOver = (state: State) => isFinished(state.status)
    stopFollowing.current = followState(accepted, { read, isOver }, { onState: take, onGone: fail })
    tellLists()
  }

  const start = async (body: unknown) => {
    attempt.current += 1
    const thisAttempt = attempt.current
    setView({ phase: 'working', step: 'handing-over', percent: 0, state: undefined })
    try {
      const accepted = await startJob(path, body)
      if (thisAttempt === attempt.current) follow(accepted)
      else await deleteJob(accepted.statusUrl)
      return true
    } catch (error) {
      if (thisAttempt === attempt.current) fail(error)
      return false
    }
  }

  const cancel = async () => {
    attempt.current += 1
    setView(shown => (shown.phase === 'working' ? { ...shown, step: 'cancelling' } : shown))
    try {
      const left = job.current ? await cancelJob(job.current.statusUrl, read) : undefined
      stopFollowing.current?.()
      tellLists()
      // What was ready before is not thrown away.
      if (left?.status === 'succeeded') setView({ phase: 'finished', state: left })
      else reset()
      toasts.show(words.cancelled(left?.status === 'succeeded' ? left : undefined))
    } catch (error) {
      setView(shown => (shown.phase === 'working' ? { ...shown, step: 'running' } : shown))
      const description = describeRefusal(error, words.refusedWith) ?? words.unanswered
      toasts.show({ title: conversionMessages.cancelFailedToast, description, variant: 'destructive' })
    }
  }

  const retry = async (conversionId: string) => {
    try {
      await request('POST', apiPaths.conversionRetry(conversionId))
      setView(shown => ({
        phase: 'working',
        step: 'running',
        percent: 0,
        state: shown.phase === 'idle' ? undefined : shown.state,
      }))
      if (job.current) follow(job.current)
    } catch (error) {
      complain(
        describeRefusal(error, words.refusedWith) ?? words.unanswered,
        error instanceof RequestError ? error.code : undefined,
      )
    }
  }

  const deleteResult = async () => {
    try {
      if (job.current) await deleteJob(job.current.statusUrl)
      reset()
      tellLists()
      toasts.show(words.deleted)
    } catch (error) {
      const description = describeRefusal(error, words.refusedWith) ?? conversionMessages.deleteFailedText
      toasts.show({ title: conversionMessages.deleteFailedToast, description, variant: 'destructive' })
    }
  }

  const findAgain = useEffectEvent(async (saved: AcceptedReply, isCurrent: () => boolean) => {
    try {
      const state = await fetchJob(saved.statusUrl, read)
      if (!isCurrent()) return
      job.current = saved
      if (!isFinished(state.status)) {
        take(state)
        follow(saved)
      } else if (state.status === 'succeeded' || settings.isFailureShown) {
        // It ended while nobody looked: shown, but nothing is downloaded unasked.
        setView({ phase: 'finished', state })
      } else finish(state)
    } catch (error) {
      if (isCurrent() && isGone(error)) saveFiles(toolId, { job: undefined })
    }
  })

  useEffect(() => {
    let isMounted = true
    const { job: saved } = readSavedFiles(toolId)
    if (saved) void findAgain(saved, () => isMounted && attempt.current === 0)
    return () => {
      isMounted = false
      stopFollowing.current?.()
    }
  }, [toolId])

  return { view, start, cancel, retry, deleteResult, reset }
}
