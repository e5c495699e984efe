/** State of the text extractor: file, options, server job and its result. */

import { ocrMessages } from '@filesmith/contract/messages/ocr'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { defaultOcrOptions, type OcrOptions } from '@filesmith/contract/ocr-options'
import { operations } from '@filesmith/contract/operations/registry'
import type { PlanId } from '@filesmith/contract/plans'
import { type ConversionState, conversionStateSchema } from '@filesmith/contract/schemas/conversion'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { nameOf } from '../../lib/file-list/listed-file.ts'
import { saveFiles } from '../../lib/file-list/saved-files.ts'
import { useFileList } from '../../lib/file-list/use-file-list.ts'
import type { JobSettings } from '../../lib/job-settings.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useJob } from '../../lib/use-job.ts'
import { clearOcrEdits } from './linking/ocr-edit-storage.ts'
import { limitOcrToPlan, ocrToolId, readSavedOcrOptions, toSavedOcrOptions } from './ocr-settings.ts'
import { useExtraction } from './use-extraction.ts'

const jobSettings: JobSettings<ConversionState> = {
  toolId: ocrToolId,
  path: operations['extract-text'].path,
  read: json => conversionStateSchema.parse(json),
  failureOf: ({ error }) => error?.message,
  failureCodeOf: ({ error }) => error?.code,
  isFailureShown: false,
  texts: {
    failed: ocrMessages.failed,
    unanswered: ocrMessages.requestFailed,
    succeeded: () => ocrMessages.succeeded,
    canceled: () => ocrMessages.canceled,
    deleted: ocrMessages.deleted,
    downloadMissing: ocrMessages.downloadMissing,
  },
}

export type ExtractorTab = 'upload' | 'results'

/** `onArrived` is called when a result arrives during this visit. */
export function useExtractor(plan: PlanId, onArrived: () => void) {
  const [tab, setTab] = useState<ExtractorTab>('upload')
  const [selected, setSelected] = useState<OcrOptions>(readSavedOcrOptions)
  const [complaint, setComplaint] = useState<string>()
  const list = useFileList(ocrToolId, 'extract-text')
  const file = list.files[0]
  /** Whether the job finished during this visit, rather than being restored after a reload. */
  const isFresh = useRef(false)
  const { view, start, cancel, deleteResult, reset } = useJob({
    ...jobSettings,
    onSucceeded: () => {
      isFresh.current = true
    },
  })
  const extractionQuery = useExtraction(view.phase === 'finished' ? view.state : undefined)
  const { extraction } = extractionQuery
  const hasText = extraction !== undefined && extraction.text.trim() !== ''
  const options = limitOcrToPlan(selected, plan)

  useEffect(() => {
    if (file) saveFiles(ocrToolId, { options: toSavedOcrOptions(selected) })
  }, [file, selected])

  const handleExtraction = useEffectEvent(() => {
    if (hasText) setTab('results')
    if (!isFresh.current) return
    isFresh.current = false
    if (hasText) onArrived()
    else
      toasts.show({ title: ocrMessages.noText, description: ocrMessages.noTextHint, variant: 'destructive' })
  })
  useEffect(() => {
    if (extraction) handleExtraction()
  }, [extraction])

  const findBlockedReason = (): string | undefined => {
    if (!file) return ocrMessages.noFile
    return file.sending.phase === 'complete' ? undefined : uploadMessages.stillUploading
  }
  // Derived, so that the message disappears as soon as the cause is gone.
  const activeComplaint = complaint !== undefined && complaint === findBlockedReason() ? complaint : undefined
  const failure = view.phase === 'idle' ? view.failure : undefined
  const isEmpty = extraction !== undefined && !hasText

  const submit = (extras: { readonly password?: string }) => {
    if (file?.sending.phase !== 'complete') return
    clearOcrEdits()
    void start({ uploadId: file.sending.uploadId, options, ...extras })
  }
  const discardResult = () => {
    clearOcrEdits()
    reset()
    setTab('upload')
  }
  const startOver = () => {
    discardResult()
    list.clear()
    setSelected(defaultOcrOptions)
    setComplaint(undefined)
  }

  return {
    tab: hasText ? tab : 'upload',
    setTab,
    file,
    fileName: file ? nameOf(file) : '',
    retryUpload: () => file && list.retry(file.key),
    options,
    setOptions: setSelected,
    view,
    extractionQuery,
    hasText,
    complaint: activeComplaint ?? failure ?? (isEmpty ? ocrMessages.noText : undefined),
    /** The complaint is about the subscription plan. */
    needsPlan: activeComplaint === undefined && view.phase === 'idle' && view.needsPlan === true,
    lock: view.phase === 'idle' ? view.lock : undefined,
    selectFile([picked]: readonly File[]) {
      if (!picked) return
      discardResult()
      list.clear()
      list.add([{ file: picked, path: picked.name }])
    },
    extract() {
      const blockedReason = findBlockedReason()
      setComplaint(blockedReason)
      if (blockedReason) toasts.show({ title: blockedReason, variant: 'destructive' })
      else submit({})
    },
    /** Retries with the password of the file. */
    unlock: (password: string) => submit({ password }),
    dismissLock: reset,
    cancel: () => void cancel(),
    deleteResult() {
      clearOcrEdits()
      setTab('upload')
      void deleteResult()
    },
    startOver,
  }
}
