/** The job of a tool: uploads its files, starts it, follows its events, cancels or deletes it, and resumes it after a reload. */
import { needsOtherPlan } from '@filesmith/contract/allowance-codes'
import { apiPaths } from '@filesmith/contract/api-paths'
import { isFinished } from '@filesmith/contract/conversion-status'
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { paths } from '@filesmith/contract/routes'
import type { AcceptedReply } from '@filesmith/contract/schemas/conversion'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  totalBytesOf,
  type UploadedFile,
  uploadedBytesOf,
  uploadedFilesOf,
} from '../file-list/listed-file.ts'
import { type FileList, useFileList } from '../file-list/use-file-list.ts'
import { receiptAction } from '../receipts/opened-receipt.ts'
import { request } from '../request.ts'
import { startDownload } from '../start-download.ts'
import { toasts } from '../toast-store.ts'
import { followJob } from './follow-job.ts'
import {
  explainFailureReply,
  type FailureReply,
  isLockCode,
  type JobSettings,
  type JobState,
  type JobView,
  nextJobView,
  percentOf,
  toFailureReply,
  withStep,
} from './job.ts'
import { cancelJob, deleteJob, isGone, startJob } from './job-calls.ts'
import { readSavedWork, saveWork } from './saved-work.ts'

/** Body of the request that starts the job. */
type MakeBody = (uploads: readonly UploadedFile[]) => unknown

/** A start that waits for uploads. */
interface WaitingStart {
  readonly makeBody: MakeBody
  readonly settle: (isAccepted: boolean | PromiseLike<boolean>) => void
}

export interface JobControl<State> {
  readonly list: FileList
  readonly view: JobView<State>
  /** Starts once the files are uploaded. Resolves with true when the server has accepted the job, or with false if it is canceled before. */
  readonly start: (makeBody: MakeBody) => Promise<boolean>
  /** Shows why a job cannot start, as if the server had rejected it. */
  readonly refuse: (error: unknown) => void
  readonly cancel: () => Promise<void>
  /** Retries a failed conversion of the job, with the password of its file if it is protected. */
  readonly retry: (conversionId: string, password?: string) => Promise<void>
  /** Deletes the result from the server; resolves with true on success. */
  readonly deleteResult: () => Promise<boolean>
  /** Returns to the options and keeps the files. */
  readonly reset: () => void
  /** Removes result and files. */
  readonly clear: () => void
}

export function useJob<State extends JobState>(settings: JobSettings<State>): JobControl<State> {
  const { toolId, kind, texts } = settings
  const list = useFileList(toolId, settings.purpose)
  const [view, setView] = useState<JobView<State>>({ phase: 'idle' })
  const queryClient = useQueryClient()
  const job = useRef<AcceptedReply>(undefined)
  const stopFollowing = useRef<() => void>(undefined)
  const waiting = useRef<WaitingStart>(undefined)
  const downloadTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Attempt counter: ignores the response to a canceled attempt. */
  const attempt = useRef(0)
  const isMounted = useRef(true)

  /** Refreshes usage and history, which change when a job is accepted and when it ends. */
  const refreshLists = () => {
    for (const listPath of [apiPaths.usage, apiPaths.conversions, apiPaths.recentConversions])
      void queryClient.invalidateQueries({ queryKey: [listPath] })
  }

  const stopWaiting = () => {
    const stopped = waiting.current
    waiting.current = undefined
    return stopped
  }

  const forget = () => {
    stopFollowing.current?.()
    clearTimeout(downloadTimer.current)
    stopWaiting()?.settle(false)
    job.current = undefined
    saveWork(toolId, { job: undefined })
  }

  const reset = () => {
    forget()
    setView({ phase: 'idle' })
  }

  const showFailure = (reply: FailureReply) => {
    const message = explainFailureReply(reply, texts)
    const needsPlan = needsOtherPlan(reply.code)
    toasts.show({
      title: texts.failed,
      description: message,
      variant: 'destructive',
      action: needsPlan ? { label: allowanceMessages.seePlans, to: paths.plans } : undefined,
    })
    refreshLists()
    return { message, needsPlan }
  }

  const fail = (reply: FailureReply) => {
    forget()
    const { code } = reply
    if (settings.acceptsPassword && isLockCode(code)) {
      refreshLists()
      const problem = code === 'password-wrong' ? explainFailureReply(reply, texts) : undefined
      return setView({ phase: 'idle', lock: { problem } })
    }
    const failure = showFailure(reply)
    setView(current => ({ phase: 'idle', failure: { ...failure, percent: percentOf(current) } }))
  }

  const succeed = (state: State, isRestored: boolean) => {
    const { downloadUrl } = state
    if (!isRestored) refreshLists()
    if (downloadUrl === null) {
      forget()
      const { description: message } = texts.downloadMissing
      setView({ phase: 'idle', failure: { message, needsPlan: false, percent: 100 } })
      return toasts.show({ ...texts.downloadMissing, variant: 'destructive' })
    }
    setView({ phase: 'finished', state, isRestored })
    if (isRestored) return
    if (texts.succeeded) {
      toasts.show({ title: conversionMessages.succeededToast, description: texts.succeeded(state) })
      const download = () => startDownload(downloadUrl)
      if (settings.downloadDelayMs) downloadTimer.current = setTimeout(download, settings.downloadDelayMs)
      else download()
    }
    settings.onSucceeded?.(state)
  }

  const handleState = (state: State, isRestored: boolean) => {
    if (!isFinished(state.status)) setView(current => nextJobView(current, state))
    else if (state.status === 'succeeded') succeed(state, isRestored)
    else if (state.status === 'failed' && kind.isFailureShown) {
      const reply = kind.failureOf(state)
      const asksPassword = settings.acceptsPassword === true && isLockCode(reply.code)
      if (asksPassword) refreshLists()
      else if (!isRestored) showFailure(reply)
      setView({ phase: 'finished', state, isRestored })
    } else if (state.status === 'failed') fail(kind.failureOf(state))
    else {
      refreshLists()
      reset()
    }
  }

  const follow = (accepted: AcceptedReply, isResumed: boolean) => {
    stopFollowing.current?.()
    job.current = accepted
    let isFirst = true
    stopFollowing.current = followJob(accepted, {
      read: kind.read,
      isResumed,
      onState(state) {
        const isRestored = isResumed && isFirst
        isFirst = false
        handleState(state, isRestored)
      },
      // A job of an earlier visit may have expired.
      onGone: error => (isResumed && isFirst && isGone(error) ? forget() : fail(toFailureReply(error))),
    })
  }

  const starting = useMutation({
    mutationFn: async ({ body, number }: { readonly body: unknown; readonly number: number }) => {
      const accepted = await startJob(settings.path, body)
      if (number === attempt.current) return accepted
      await deleteJob(accepted.statusUrl)
      return undefined
    },
    onSuccess(accepted) {
      if (!accepted) return
      saveWork(toolId, { job: accepted })
      refreshLists()
      if (isMounted.current) follow(accepted, false)
    },
    onError(error, { number }) {
      if (number === attempt.current) fail(toFailureReply(error))
    },
  })

  const submit = async (makeBody: MakeBody) => {
    setView({ phase: 'working', step: 'submitting', percent: 0, state: undefined })
    const body = makeBody(uploadedFilesOf(list.current()))
    try {
      await starting.mutateAsync({ body, number: attempt.current })
      return true
    } catch {
      return false
    }
  }

  const start = async (makeBody: MakeBody) => {
    attempt.current += 1
    stopFollowing.current?.()
    stopWaiting()?.settle(false)
    clearTimeout(downloadTimer.current)
    if (list.current().every(({ sending }) => sending.phase === 'complete')) return await submit(makeBody)
    for (const { key, sending } of list.current()) if (sending.phase === 'stopped') list.retry(key)
    setView({ phase: 'working', step: 'uploading', percent: 0, state: undefined })
    const { promise, resolve: settle } = Promise.withResolvers<boolean>()
    waiting.current = { makeBody, settle }
    return await promise
  }

  const continueAfterUpload = useEffectEvent(() => {
    if (!waiting.current) return
    const stopped = list.files.map(({ sending }) => sending).find(({ phase }) => phase === 'stopped')
    if (stopped?.phase === 'stopped') fail({ message: stopped.reason })
    else if (list.files.every(({ sending }) => sending.phase === 'complete')) {
      const start = stopWaiting()
      start?.settle(submit(start.makeBody))
    }
  })
  useEffect(() => {
    if (list.files.length > 0) continueAfterUpload()
  }, [list.files])

  const canceling = useMutation({
    mutationFn: async ({
      accepted,
    }: {
      readonly accepted: AcceptedReply | undefined
      readonly number: number
    }) => accepted && (await cancelJob(accepted.statusUrl, kind.read)),
    onSuccess(state, { number }) {
      // Another job was started meanwhile.
      if (number !== attempt.current) return
      // Keeps files that were converted before canceling.
      const remaining = state?.status === 'succeeded' ? state : undefined
      refreshLists()
      if (remaining) {
        stopFollowing.current?.()
        setView({ phase: 'finished', state: remaining, isRestored: false })
      } else reset()
      if (texts.canceled) toasts.show(texts.canceled(remaining))
    },
    onError(error, { number }) {
      if (number !== attempt.current) return
      setView(current => withStep(current, 'running'))
      const description = explainFailureReply(toFailureReply(error), texts)
      toasts.show({ title: conversionMessages.cancelFailedToast, description, variant: 'destructive' })
    },
  })

  const retrying = useMutation({
    mutationFn: ({ id, ...body }: { readonly id: string; readonly password?: string }) =>
      request('POST', apiPaths.conversionRetry(id), body.password === undefined ? undefined : body),
    onSuccess() {
      setView(current => ({
        phase: 'working',
        step: 'running',
        percent: 0,
        state: current.phase === 'idle' ? undefined : current.state,
      }))
      refreshLists()
      if (job.current) follow(job.current, false)
    },
    onError: error => void showFailure(toFailureReply(error)),
  })

  const deleting = useMutation({
    mutationFn: async () => job.current && (await deleteJob(job.current.statusUrl)),
    onSuccess() {
      const action = job.current && kind.hasReceipt ? receiptAction(job.current.id) : undefined
      reset()
      refreshLists()
      if (texts.deleted) toasts.show({ ...texts.deleted, action })
    },
    onError(error) {
      const description = explainFailureReply(toFailureReply(error), {
        ...texts,
        unanswered: conversionMessages.deleteFailedText,
      })
      toasts.show({ title: conversionMessages.deleteFailedToast, description, variant: 'destructive' })
    },
  })

  const resume = useEffectEvent(() => {
    const { job: saved } = readSavedWork(toolId)
    if (saved && attempt.current === 0) follow(saved, true)
  })
  useEffect(() => {
    isMounted.current = true
    if (toolId !== undefined) resume()
    return () => {
      isMounted.current = false
      stopFollowing.current?.()
      clearTimeout(downloadTimer.current)
    }
  }, [toolId])

  // Options are saved as soon as there is an uploaded file to restore with them.
  const uploadedCount = uploadedFilesOf(list.files).length
  const optionsKey = JSON.stringify(settings.options)
  const saveOptions = useEffectEvent(() => saveWork(toolId, { options: settings.options ?? {} }))
  useEffect(() => {
    if (uploadedCount > 0 && optionsKey !== undefined) saveOptions()
  }, [uploadedCount, optionsKey])

  const upload = { uploadedBytes: uploadedBytesOf(list.files), totalBytes: totalBytesOf(list.files) }
  return {
    list,
    view: view.phase === 'working' && view.step === 'uploading' ? { ...view, upload } : view,
    start,
    refuse: error => fail(toFailureReply(error)),
    async cancel() {
      attempt.current += 1
      setView(current => withStep(current, 'canceling'))
      await canceling.mutateAsync({ accepted: job.current, number: attempt.current }).catch(() => undefined)
    },
    retry: (id, password) =>
      retrying.mutateAsync({ id, ...(password !== undefined && { password }) }).then(
        () => undefined,
        () => undefined,
      ),
    deleteResult: () =>
      deleting.mutateAsync().then(
        () => true,
        () => false,
      ),
    reset,
    clear() {
      reset()
      list.clear()
    },
  }
}
