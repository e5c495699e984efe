/** State of the text extractor: file, options, server job and its result. */

import { defaultOcrOptions, type OcrOptions } from '@filesmith/contract/ocr-options'
import { extractText } from '@filesmith/contract/operations/extract-text'
import type { PlanId } from '@filesmith/contract/plans'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { ocrMessages } from '@filesmith/contract/tools/ocr/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { nameOf } from '../../lib/file-list/listed-file.ts'
import { stoppedReason } from '../../lib/file-list/pending-reason.ts'
import { conversionJob } from '../../lib/job/job.ts'
import { useJob } from '../../lib/job/use-job.ts'
import { toasts } from '../../lib/toast-store.ts'
import { type Extraction, fetchExtraction } from './extraction.ts'
import { clearOcrEdits } from './linking/ocr-edit-storage.ts'
import { limitOcrToPlan, ocrToolId, readSavedOcrOptions, toSavedOcrOptions } from './ocr-settings.ts'

export type ExtractorTab = 'upload' | 'results'

/** `onArrived` is called when a result arrives during this visit. */
export function useExtractor(plan: PlanId, onArrived: () => void) {
  const [tab, setTab] = useState<ExtractorTab>('upload')
  const [selected, setSelected] = useState<OcrOptions>(readSavedOcrOptions)
  /** Whether the job finished during this visit, rather than being restored after a reload. */
  const isFresh = useRef(false)
  const job = useJob({
    toolId: ocrToolId,
    purpose: 'extract-text',
    path: extractText.path,
    kind: conversionJob,
    options: toSavedOcrOptions(selected),
    acceptsPassword: true,
    onSucceeded() {
      isFresh.current = true
    },
    texts: {
      failed: ocrMessages.failed,
      unanswered: ocrMessages.requestFailed,
      canceled: () => ocrMessages.canceled,
      deleted: ocrMessages.deleted,
      downloadMissing: ocrMessages.downloadMissing,
    },
  })
  const { list, view } = job
  const file = list.files[0]
  const extractionQuery = useExtraction(view.phase === 'finished' ? view.state : undefined)
  const { extraction } = extractionQuery
  const hasText = extraction !== undefined && extraction.text.trim() !== ''
  const options = limitOcrToPlan(selected, plan)

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

  const missing = file ? stoppedReason([file]) : ocrMessages.noFile

  const submit = (extras: { readonly password?: string }) => {
    clearOcrEdits()
    void job.start(([upload]) => ({ uploadId: upload?.uploadId, options, ...extras }))
  }
  const discardResult = () => {
    clearOcrEdits()
    job.reset()
    setTab('upload')
  }

  return {
    tab: hasText ? tab : 'upload',
    setTab,
    file,
    fileName: file ? nameOf(file) : '',
    retryUpload: () => file && list.retry(file.key),
    options,
    setOptions: setSelected,
    job,
    extractionQuery,
    hasText,
    isEmpty: extraction !== undefined && !hasText,
    blocked: missing === undefined ? undefined : { title: missing },
    selectFile([picked]: readonly File[]) {
      if (!picked) return
      discardResult()
      list.choose(picked)
    },
    extract: () => submit({}),
    /** Retries with the password of the file. */
    unlock: (password: string) => submit({ password }),
    deleteResult() {
      clearOcrEdits()
      setTab('upload')
      void job.deleteResult()
    },
    startOver() {
      discardResult()
      list.clear()
      setSelected(defaultOcrOptions)
    },
  }
}

interface ExtractionQuery {
  readonly extraction: Extraction | undefined
  readonly hasFailed: boolean
  readonly refetchResult: () => void
}

/** Query for the result of a finished OCR job. */
function useExtraction(state: ConversionState | undefined): ExtractionQuery {
  const { data, isError, refetch } = useQuery({
    queryKey: [state?.downloadUrl, 'extraction'],
    enabled: typeof state?.downloadUrl === 'string',
    queryFn: () => (state ? fetchExtraction(state) : undefined),
    // A book has megabytes of words, so they are released on unmount.
    gcTime: 0,
  })
  return {
    extraction: state ? data : undefined,
    hasFailed: isError,
    refetchResult: () => void refetch(),
  }
}
