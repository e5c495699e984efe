/** State and actions of a converter: file, options, wait screen and conversion. */
import { uploadMessages } from '@filesmith/contract/messages/upload'
import type { PlanId } from '@filesmith/contract/plans'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { useEffect, useState } from 'react'
import { toasts } from '../../lib/toast-store.ts'
import { useUploadDetails } from '../../lib/use-upload-details.ts'
import { defaultOptions, savedOptions } from './conversion-options.ts'
import { findFileProblem } from './file-problem.ts'
import type { ModeSwitch } from './mode-switch.ts'
import { saveWork } from './saved-work.ts'
import { useConversion } from './use-conversion.ts'
import { type FileUpload, useFileUpload } from './use-file-upload.ts'

interface ConverterSettings {
  readonly plan: PlanId
  /** Whether there is a wait screen before the conversion. */
  readonly hasWaitScreen: boolean
  readonly modeSwitch: ModeSwitch | undefined
}

export function useConverter(tool: ConverterTool, settings: ConverterSettings) {
  const { plan, hasWaitScreen, modeSwitch } = settings
  const hasWait = hasWaitScreen && tool.waitSeconds > 0 && plan === 'free'
  const [options, setOptions] = useState(() => savedOptions(tool))
  const { upload, choose, clear: clearFile } = useFileUpload(tool)
  const uploadId = upload.phase === 'complete' ? upload.uploadId : undefined
  const inspection = useUploadDetails(uploadId)
  const [attemptedPhase, setAttemptedPhase] = useState<FileUpload['phase']>()
  const [isWaiting, setIsWaiting] = useState(false)
  const [waitedUploadId, setWaitedUploadId] = useState<string>()
  const [previousUploadId, setPreviousUploadId] = useState<string>()
  const { view, start, cancel, deleteResult, reset, closeOverlay } = useConversion(tool)

  useEffect(() => {
    if (uploadId !== undefined) saveWork(tool.id, { options })
  }, [tool.id, uploadId, options])

  const isWaitPending = hasWait && tool.isWaitBeforeOptions === true && waitedUploadId !== uploadId
  if (uploadId !== previousUploadId) {
    setPreviousUploadId(uploadId)
    // No wait screen for a file restored from an earlier visit.
    setIsWaiting(isWaitPending && upload.phase === 'complete' && upload.file !== undefined)
  }

  // Disappears as soon as there is a file.
  const missing = upload.phase === 'none' ? tool.messages.noFile : uploadMessages.stillUploading
  const failure = view.phase === 'idle' ? view.failure : undefined
  const isAllowanceUsed = view.phase === 'idle' && view.isAllowanceUsed === true
  const problem = attemptedPhase === upload.phase ? missing : failure

  const { failure: failureTexts } = tool.messages
  const failureCard =
    failureTexts && failure !== undefined && !isAllowanceUsed
      ? { text: failureTexts.text, reason: failure }
      : undefined
  const hasResult = view.phase === 'succeeded' && !view.isOverlayOpen

  const clear = () => {
    reset()
    clearFile()
    setOptions(defaultOptions(tool))
  }
  const startWith = (extras: { readonly password?: string }) => {
    setIsWaiting(false)
    if (uploadId !== undefined) void start({ uploadId, ...options, ...extras })
  }
  const startNow = () => {
    if (!isWaitPending) return startWith({})
    setIsWaiting(false)
    setWaitedUploadId(uploadId)
  }
  const convert = () => {
    if (uploadId === undefined) {
      setAttemptedPhase(upload.phase)
      toasts.show({ title: missing, variant: 'destructive' })
    } else if (tool.isWaitBeforeOptions ? isWaitPending : hasWait) setIsWaiting(true)
    else startWith({})
  }

  return {
    upload,
    fileName: upload.phase === 'complete' ? upload.fileName : '',
    inspection,
    options,
    setOptions,
    view,
    problem: failureCard && problem === failure ? undefined : problem,
    /** For tools that show failures on a card. */
    failureCard,
    /** The problem is the used-up allowance. */
    isAllowanceUsed: isAllowanceUsed && problem === failure,
    isWaiting: isWaiting && hasWait,
    hasOptions: uploadId !== undefined && !hasResult && !isWaitPending,
    isBusy: (isWaiting && hasWait) || view.phase === 'working' || view.phase === 'locked',
    hasResult,
    selectFile([file]: readonly File[]) {
      if (!file) return
      reset()
      choose(file)
    },
    retry: choose,
    convert,
    startNow,
    leaveWait: () => setIsWaiting(false),
    /** Starts again with the password of the file. */
    unlock: (password: string) => startWith({ password }),
    leaveLocked: reset,
    cancel: () => void cancel(),
    closeOverlay,
    deleteResult: () => void deleteResult(),
    backToOptions: reset,
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
