/** State and actions of a converter: file, options, wait screen, conversion and its overlay. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { type PlanId, plans } from '@filesmith/contract/plans'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { nameOf } from '../../lib/file-list/listed-file.ts'
import { conversionJob, type JobView } from '../../lib/job/job.ts'
import { checkConversion } from '../../lib/job/job-calls.ts'
import { useJob } from '../../lib/job/use-job.ts'
import { RequestError } from '../../lib/request.ts'
import { useUploadDetails } from '../../lib/use-upload-details.ts'
import { defaultOptions, fieldsOf, savedOptions, withoutPage } from './conversion-options.ts'
import { findFileProblem } from './file-problem.ts'
import type { ModeSwitch } from './mode-switch.ts'

const closeAfterSuccessMs = 2500
const closeAfterFailureMs = 3000

interface ConverterSettings {
  readonly plan: PlanId
  /** Whether there is a wait screen before the conversion. */
  readonly hasWaitScreen: boolean
  readonly modeSwitch: ModeSwitch | undefined
}

export function useConverter(tool: ConverterTool, settings: ConverterSettings) {
  const { plan, hasWaitScreen, modeSwitch } = settings
  const { messages } = tool
  const hasWait = hasWaitScreen && tool.waitSeconds > 0 && plans[plan].hasAdvertising
  const [options, setOptions] = useState(() => savedOptions(tool))
  const job = useJob({
    toolId: tool.id,
    purpose: tool.operation,
    path: tool.call.path,
    kind: conversionJob,
    options: { ...options },
    acceptsPassword: true,
    downloadDelayMs: tool.downloadDelayMs,
    texts: {
      failed: messages.failure?.title ?? conversionMessages.failedToast,
      unanswered: messages.failed,
      refusedWith: status => messages.failedWith?.(status) ?? messages.failed,
      succeeded: () => messages.succeeded,
      canceled: () => conversionMessages.canceledToast,
      deleted: conversionMessages.deletedToast,
      downloadMissing: conversionMessages.noDownloadToast,
    },
  })
  const { view, list } = job
  const upload = list.files.at(-1)
  const uploadId = upload?.sending.phase === 'complete' ? upload.sending.uploadId : undefined
  const inspection = useUploadDetails(uploadId)
  const { isOutcomeOpen, closeOutcome } = useOutcome(view)
  const wait = useWait(tool, {
    hasWait,
    uploadId,
    isFresh: upload?.file !== undefined,
    async check(checkedId) {
      const problem = findFileProblem(tool, inspection.details)
      if (problem) throw new RequestError(422, problem.message, problem)
      await checkConversion(tool.operation, checkedId, { ...fieldsOf(options, plan), ...tool.fixedFields })
    },
    onRefused: error => job.refuse(error),
  })

  const isLocked = view.phase === 'idle' && view.lock !== undefined
  const isBusy = wait.isWaiting || wait.isChecking || view.phase === 'working' || isLocked
  const hasResult = view.phase === 'finished' && !isOutcomeOpen
  const shown = showFailure(tool, view, isOutcomeOpen)

  const clear = () => {
    job.clear()
    setOptions(defaultOptions(tool))
  }
  const startWith = (extras: { readonly password?: string }) => {
    wait.leave()
    if (uploadId === undefined) return
    void job.start(() => {
      const form = new FormData()
      const fields = { uploadId, ...fieldsOf(options, plan), ...extras, ...tool.fixedFields }
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      return form
    })
  }

  return {
    job,
    ...shown,
    upload,
    fileName: upload ? nameOf(upload) : '',
    inspection,
    options,
    setOptions,
    blocked:
      uploadId === undefined
        ? { title: upload ? uploadMessages.stillUploading : messages.noFile }
        : undefined,
    isOutcomeOpen,
    isWaiting: wait.isWaiting,
    hasOptions: uploadId !== undefined && !hasResult && !wait.isPending,
    phase: hasResult ? ('finished' as const) : isBusy ? ('working' as const) : ('idle' as const),
    selectFile([file]: readonly File[]) {
      if (!file) return
      job.reset()
      setOptions(withoutPage)
      list.choose(file)
    },
    convert() {
      if (tool.isWaitBeforeOptions ? wait.isPending : hasWait) void wait.begin()
      else startWith({})
    },
    startNow() {
      if (wait.isPending) wait.finish()
      else startWith({})
    },
    leaveWait: wait.leave,
    /** Starts again with the password of the file. */
    unlock: (password: string) => startWith({ password }),
    closeOutcome,
    /** Removes the file, in the same mode. */
    clear,
    startOver() {
      clear()
      if (modeSwitch?.isOn) modeSwitch.onSwitch(false)
    },
    switchMode() {
      // A video on the audio tool was meant for extraction: it need not be uploaded again.
      const isForOtherMode = findFileProblem(tool, inspection.details)?.code === 'video-given'
      if (!isForOtherMode) clear()
      modeSwitch?.onSwitch(isForOtherMode)
    },
  }
}

interface WaitSettings {
  readonly hasWait: boolean
  readonly uploadId: string | undefined
  /** Selected during this visit. */
  readonly isFresh: boolean
  /** Rejects if the conversion would be rejected after the wait. */
  readonly check: (uploadId: string) => Promise<void>
  readonly onRefused: (error: unknown) => void
}

/** Wait screen of the Free plan: before the conversion, or before the options as soon as a file is uploaded. */
function useWait(tool: ConverterTool, settings: WaitSettings) {
  const { hasWait, uploadId, isFresh } = settings
  const [isWaiting, setIsWaiting] = useState(false)
  const [isChecking, setIsChecking] = useState(false)
  /** Ignores the answer about a file that was replaced meanwhile. */
  const checkedId = useRef<string>(undefined)
  const [waitedUploadId, setWaitedUploadId] = useState<string>()
  const [previousUploadId, setPreviousUploadId] = useState<string>()
  const isPending = hasWait && tool.isWaitBeforeOptions === true && waitedUploadId !== uploadId
  if (uploadId !== previousUploadId) {
    setPreviousUploadId(uploadId)
    setIsWaiting(false)
    setIsChecking(false)
  }
  /** Everything that can be known is checked before the wait. */
  const begin = async () => {
    if (uploadId === undefined || checkedId.current === uploadId) return
    checkedId.current = uploadId
    setIsChecking(true)
    try {
      await settings.check(uploadId)
      if (checkedId.current === uploadId) setIsWaiting(true)
    } catch (error) {
      if (checkedId.current === uploadId) settings.onRefused(error)
    } finally {
      if (checkedId.current === uploadId) {
        checkedId.current = undefined
        setIsChecking(false)
      }
    }
  }
  const beginWithUpload = useEffectEvent(() => {
    if (isPending && isFresh) void begin()
  })
  useEffect(() => {
    checkedId.current = undefined
    if (uploadId !== undefined) beginWithUpload()
  }, [uploadId])
  const leave = () => setIsWaiting(false)
  return {
    isWaiting: isWaiting && hasWait,
    isChecking: isChecking && hasWait,
    isPending,
    begin,
    leave,
    finish() {
      leave()
      setWaitedUploadId(uploadId)
    },
  }
}

/** Some tools show a failure on a card instead of beside the button; the overlay shows it first. */
function showFailure(tool: ConverterTool, view: JobView<ConversionState>, isOutcomeOpen: boolean) {
  if (view.phase !== 'idle') return { shownView: view, failureCard: undefined }
  const idleView: JobView<ConversionState> = { phase: 'idle' }
  const { failure } = view
  const { failure: texts } = tool.messages
  if (isOutcomeOpen || !failure) return { shownView: idleView, failureCard: undefined }
  return texts && !failure.needsPlan
    ? { shownView: idleView, failureCard: { text: texts.text, reason: failure.message } }
    : { shownView: { ...idleView, failure }, failureCard: undefined }
}

/** Keeps the overlay open for a moment to show how a conversion of this visit ended. */
function useOutcome(view: JobView<ConversionState>) {
  const [closedView, setClosedView] = useState<JobView<ConversionState>>()
  const hasSucceeded = view.phase === 'finished' && !view.isRestored
  // Nothing was started without the right plan, and a conversion at 100 percent has not failed.
  const hasFailed =
    view.phase === 'idle' &&
    view.failure !== undefined &&
    !view.failure.needsPlan &&
    view.failure.percent < 100
  const isOutcomeOpen = (hasSucceeded || hasFailed) && closedView !== view

  useEffect(() => {
    if (!isOutcomeOpen) return
    const closeAfterMs = hasFailed ? closeAfterFailureMs : closeAfterSuccessMs
    const timer = setTimeout(() => setClosedView(view), closeAfterMs)
    return () => clearTimeout(timer)
  }, [isOutcomeOpen, hasFailed, view])

  return { isOutcomeOpen, closeOutcome: () => setClosedView(view) }
}
