/** Everything a converter knows and can do: its file, its options, the wait before the work, the work itself. */
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
  /** Whether there is something to look at before the conversion. */
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
  const [pressedWhile, setPressedWhile] = useState<FileUpload['phase']>()
  const [isWaiting, setIsWaiting] = useState(false)
  const [waitedFor, setWaitedFor] = useState<string>()
  const [seenUpload, setSeenUpload] = useState<string>()
  const { view, start, cancel, deleteResult, reset, closeOverlay } = useConversion(tool)

  useEffect(() => {
    if (uploadId !== undefined) saveWork(tool.id, { options })
  }, [tool.id, uploadId, options])

  const isBeforeOptions = hasWait && tool.isWaitBeforeOptions === true && waitedFor !== uploadId
  if (uploadId !== seenUpload) {
    setSeenUpload(uploadId)
    // A file of an earlier visit asks for nothing by itself.
    setIsWaiting(isBeforeOptions && upload.phase === 'complete' && upload.file !== undefined)
  }

  // Said only as long as it is true: the complaint goes when the file comes.
  const missing = upload.phase === 'none' ? tool.messages.noFile : uploadMessages.stillArriving
  const failure = view.phase === 'idle' ? view.failure : undefined
  const isAllowanceUsed = view.phase === 'idle' && view.isAllowanceUsed === true
  const complaint = pressedWhile === upload.phase ? missing : failure

  const { failure: failureWords } = tool.messages
  const failureCard =
    failureWords && failure !== undefined && !isAllowanceUsed
      ? { text: failureWords.text, reason: failure }
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
    if (!isBeforeOptions) return startWith({})
    setIsWaiting(false)
    setWaitedFor(uploadId)
  }
  const convert = () => {
    if (uploadId === undefined) {
      setPressedWhile(upload.phase)
      toasts.show({ title: missing, variant: 'destructive' })
    } else if (tool.isWaitBeforeOptions ? isBeforeOptions : hasWait) setIsWaiting(true)
    else startWith({})
  }

  return {
    upload,
    fileName: upload.phase === 'complete' ? upload.fileName : '',
    inspection,
    options,
    setOptions,
    view,
    complaint: failureCard && complaint === failure ? undefined : complaint,
    /** Of tools that say it on a card. */
    failureCard,
    /** The complaint is about the allowance. */
    isAllowanceUsed: isAllowanceUsed && complaint === failure,
    isWaiting: isWaiting && hasWait,
    hasOptions: uploadId !== undefined && !hasResult && !isBeforeOptions,
    isBusy: (isWaiting && hasWait) || view.phase === 'working' || view.phase === 'locked',
    hasResult,
    takeFile([file]: readonly File[]) {
      if (!file) return
      reset()
      choose(file)
    },
    retry: choose,
    convert,
    startNow,
    leaveWait: () => setIsWaiting(false),
    /** Asks again, now with the password of the file. */
    unlock: (password: string) => startWith({ password }),
    leaveLocked: reset,
    cancel: () => void cancel(),
    closeOverlay,
    deleteResult: () => void deleteResult(),
    backToOptions: reset,
    /** Back to no file, in the same mode. */
    clear,
    startOver() {
      clear()
      if (modeSwitch?.isOn) modeSwitch.onSwitch(false)
    },
    switchMode() {
      // A film among recordings was meant for the other mode: it need not be sent again.
      const isOfOtherMode = findFileProblem(tool, inspection.details)?.code === 'video-given'
      if (!isOfOtherMode) clear()
      modeSwitch?.onSwitch(isOfOtherMode)
    },
  }
}
