/** Runs a job on several files: starts it, follows its events, cancels it, and resumes it after a reload. */

import { isAllowanceCode } from '@filesmith/contract/allowance-codes'
import { apiPaths } from '@filesmith/contract/api-paths'
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { paths } from '@filesmith/contract/routes'
import { type AcceptedReply, isFinished } from '@filesmith/contract/schemas/conversion'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { describeRefusal } from './describe-refusal.ts'
import { readSavedFiles, saveFiles } from './file-list/saved-files.ts'
import { cancelJob, deleteJob, fetchJob, isGone, startJob } from './job-calls.ts'
import type { JobSettings, JobState } from './job-settings.ts'
import { type JobView, nextJobView } from './job-view.ts'
import { needsPassword } from './needs-password.ts'
import { RequestError, request } from './request.ts'
import { followState } from './state-events.ts'
import { toasts } from './toast-store.ts'

export interface JobControl<State> {
  readonly view: JobView<State>
  /** Resolves with true when the server has accepted the job. */
  readonly start: (body: unknown) => Promise<boolean>
  readonly cancel: () => Promise<void>
  /** Retries a failed conversion of the job. */
  readonly retry: (conversionId: string) => Promise<void>
  /** Deletes the result from the server. */
  readonly deleteResult: () => Promise<void>
  /** Returns to the options and keeps the files. */
  readonly reset: () => void
}

export function useJob<State extends JobState>(settings: JobSettings<State>): JobControl<State> {
  const { toolId, path, read, texts } = settings
  const [view, setView] = useState<JobView<State>>({ phase: 'idle' })
  const queryClient = useQueryClient()
  const job = useRef<AcceptedReply>(undefined)
  const stopFollowing = useRef<() => void>(undefined)
  /** Attempt counter: ignores the response to a canceled attempt. */
  const attempt = useRef(0)

  /** Refreshes usage and history, which change when a job is accepted and when it ends. */
  const refreshLists = () => {
    for (const listPath of [apiPaths.usage, apiPaths.conversions, apiPaths.recentConversions])
      void queryClient.invalidateQueries({ queryKey: [listPath] })
  }

  const reset = () => {
    stopFollowing.current?.()
    job.current = undefined
    saveFiles(toolId, { job: undefined })
    setView({ phase: 'idle' })
  }

  const showFailure = (description: string, code?: string) => {
    const needsPlan = isAllowanceCode(code) || code === 'plan-needed'
    toasts.show({
      title: texts.failed,
      description,
      variant: 'destructive',
      action: needsPlan ? { label: allowanceMessages.seePlans, to: paths.plans } : undefined,
    })
    refreshLists()
    return needsPlan
  }

  const fail = (error: unknown) => {
    const code = error instanceof RequestError ? error.code : undefined
    failWith(describeRefusal(error, texts.refusedWith) ?? texts.unanswered, code)
  }

  const failWith = (failure: string, code: string | undefined) => {
    reset()
    if (settings.failureCodeOf && needsPassword(code)) {
      refreshLists()
      setView({ phase: 'idle', lock: { problem: code === 'password-wrong' ? failure : undefined } })
    } else setView({ phase: 'idle', failure, needsPlan: showFailure(failure, code) })
  }

  const finish = (state: State) => {
    if (state.status === 'succeeded') {
      setView({ phase: 'finished', state })
      refreshLists()
      if (state.downloadUrl !== null && settings.onSucceeded) {
        settings.onSucceeded(state)
      } else if (state.downloadUrl === null) {
        toasts.show({ ...texts.downloadMissing, variant: 'destructive' })
      } else {
        toasts.show({ title: conversionMessages.succeededToast, description: texts.succeeded(state) })
        window.location.assign(state.downloadUrl)
      }
    } else if (state.status === 'failed') {
      const failure = settings.failureOf(state) ?? texts.unanswered
      if (settings.isFailureShown) {
        showFailure(failure)
        setView({ phase: 'finished', state })
      } else failWith(failure, settings.failureCodeOf?.(state))
    } else {
      refreshLists()
      reset()
    }
  }

  const handleState = (state: State) => {
    if (isFinished(state.status)) finish(state)
    else setView(current => nextJobView(current, state))
  }

  const follow = (accepted: AcceptedReply) => {
    stopFollowing.current?.()
    job.current = accepted
    saveFiles(toolId, { job: accepted })
    const isOver = (state: State) => isFinished(state.status)
    stopFollowing.current = followState(accepted, { read, isOver }, { onState: handleState, onGone: fail })
    refreshLists()
  }

  const start = async (body: unknown) => {
    attempt.current += 1
    const thisAttempt = attempt.current
    setView({ phase: 'working', step: 'submitting', percent: 0, state: undefined })
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
    setView(current => (current.phase === 'working' ? { ...current, step: 'canceling' } : current))
    try {
      const remaining = job.current ? await cancelJob(job.current.statusUrl, read) : undefined
      stopFollowing.current?.()
      refreshLists()
      // Keeps files that were converted before canceling.
      if (remaining?.status === 'succeeded') setView({ phase: 'finished', state: remaining })
      else reset()
      toasts.show(texts.canceled(remaining?.status === 'succeeded' ? remaining : undefined))
    } catch (error) {
      setView(current => (current.phase === 'working' ? { ...current, step: 'running' } : current))
      const description = describeRefusal(error, texts.refusedWith) ?? texts.unanswered
      toasts.show({ title: conversionMessages.cancelFailedToast, description, variant: 'destructive' })
    }
  }

  const retry = async (conversionId: string) => {
    try {
      await request('POST', apiPaths.conversionRetry(conversionId))
      setView(current => ({
        phase: 'working',
        step: 'running',
        percent: 0,
        state: current.phase === 'idle' ? undefined : current.state,
      }))
      if (job.current) follow(job.current)
    } catch (error) {
      showFailure(
        describeRefusal(error, texts.refusedWith) ?? texts.unanswered,
        error instanceof RequestError ? error.code : undefined,
      )
    }
  }

  const deleteResult = async () => {
    try {
      if (job.current) await deleteJob(job.current.statusUrl)
      reset()
      refreshLists()
      toasts.show(texts.deleted)
    } catch (error) {
      const description = describeRefusal(error, texts.refusedWith) ?? conversionMessages.deleteFailedText
      toasts.show({ title: conversionMessages.deleteFailedToast, description, variant: 'destructive' })
    }
  }

  const resumeSaved = useEffectEvent(async (saved: AcceptedReply, isCurrent: () => boolean) => {
    try {
      const state = await fetchJob(saved.statusUrl, read)
      if (!isCurrent()) return
      job.current = saved
      if (!isFinished(state.status)) {
        handleState(state)
        follow(saved)
      } else if (state.status === 'succeeded' || settings.isFailureShown) {
        // Finished before the reload: shown without starting a download.
        setView({ phase: 'finished', state })
      } else finish(state)
    } catch (error) {
      if (isCurrent() && isGone(error)) saveFiles(toolId, { job: undefined })
    }
  })

  useEffect(() => {
    let isMounted = true
    const { job: saved } = readSavedFiles(toolId)
    if (saved) void resumeSaved(saved, () => isMounted && attempt.current === 0)
    return () => {
      isMounted = false
      stopFollowing.current?.()
    }
  }, [toolId])

  return { view, start, cancel, retry, deleteResult, reset }
}
