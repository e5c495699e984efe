/** Everything the text extractor knows and can do: its file, how it shall be read, the work, and what came of it. */

import { ocrMessages } from '@filesmith/contract/messages/ocr'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { type OcrOptions, usualOcrOptions } from '@filesmith/contract/ocr-options'
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
import { forgetEdits } from './linking/edit-journal.ts'
import { ocrToolId, optionsToSave, savedOcrOptions, withinPlan } from './ocr-settings.ts'
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
    unanswered: ocrMessages.unanswered,
    succeeded: () => ocrMessages.succeeded,
    canceled: () => ocrMessages.cancelled,
    deleted: ocrMessages.deleted,
    downloadMissing: ocrMessages.downloadMissing,
  },
}

export type ExtractorTab = 'upload' | 'results'

/** `onArrived` is called when a text has come that somebody is waiting for. */
export function useExtractor(plan: PlanId, onArrived: () => void) {
  const [tab, setTab] = useState<ExtractorTab>('upload')
  const [wanted, setWanted] = useState<OcrOptions>(savedOcrOptions)
  const [complaint, setComplaint] = useState<string>()
  const list = useFileList(ocrToolId, 'extract-text')
  const file = list.files[0]
  /** Whether it became ready before our eyes, and was not found again. */
  const isFresh = useRef(false)
  const { view, start, cancel, deleteResult, reset } = useJob({
    ...jobSettings,
    onSucceeded: () => {
      isFresh.current = true
    },
  })
  const found = useExtraction(view.phase === 'finished' ? view.state : undefined)
  const { extraction } = found
  const hasText = extraction !== undefined && extraction.text.trim() !== ''
  const options = withinPlan(wanted, plan)

  useEffect(() => {
    if (file) saveFiles(ocrToolId, { options: optionsToSave(wanted) })
  }, [file, wanted])

  const announce = useEffectEvent(() => {
    if (hasText) setTab('results')
    if (!isFresh.current) return
    isFresh.current = false
    if (hasText) onArrived()
    else
      toasts.show({ title: ocrMessages.noText, description: ocrMessages.noTextHint, variant: 'destructive' })
  })
  useEffect(() => {
    if (extraction) announce()
  }, [extraction])

  const findObstacle = (): string | undefined => {
    if (!file) return ocrMessages.noFile
    return file.sending.phase === 'complete' ? undefined : uploadMessages.stillArriving
  }
  // Said only as long as it is true: the complaint goes when what was missing comes.
  const standing = complaint !== undefined && complaint === findObstacle() ? complaint : undefined
  const failure = view.phase === 'idle' ? view.failure : undefined
  const isEmpty = extraction !== undefined && !hasText

  const begin = (extras: { readonly password?: string }) => {
    if (file?.sending.phase !== 'complete') return
    forgetEdits()
    void start({ uploadId: file.sending.uploadId, options, ...extras })
  }
  const leaveResult = () => {
    forgetEdits()
    reset()
    setTab('upload')
  }
  const startOver = () => {
    leaveResult()
    list.clear()
    setWanted(usualOcrOptions)
    setComplaint(undefined)
  }

  return {
    tab: hasText ? tab : 'upload',
    setTab,
    file,
    fileName: file ? nameOf(file) : '',
    retryUpload: () => file && list.retry(file.key),
    options,
    setOptions: setWanted,
    view,
    found,
    hasText,
    complaint: standing ?? failure ?? (isEmpty ? ocrMessages.noText : undefined),
    /** The complaint is about the plan. */
    needsPlan: standing === undefined && view.phase === 'idle' && view.needsPlan === true,
    lock: view.phase === 'idle' ? view.lock : undefined,
    takeFile([chosen]: readonly File[]) {
      if (!chosen) return
      leaveResult()
      list.clear()
      list.add([{ file: chosen, path: chosen.name }])
    },
    extract() {
      const obstacle = findObstacle()
      setComplaint(obstacle)
      if (obstacle) toasts.show({ title: obstacle, variant: 'destructive' })
      else begin({})
    },
    /** Asks again, now with the password of the file. */
    unlock: (password: string) => begin({ password }),
    leaveLocked: reset,
    cancel: () => void cancel(),
    deleteResult() {
      forgetEdits()
      setTab('upload')
      void deleteResult()
    },
    startOver,
  }
}
