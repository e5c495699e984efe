/** State of the document tab: languages, document and server job. */
import type { LanguageId } from '@filesmith/contract/languages'
import { translateMessages } from '@filesmith/contract/messages/translate'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { translateDocument } from '@filesmith/contract/operations/translate-document'
import { type ConversionState, conversionStateSchema } from '@filesmith/contract/schemas/conversion'
import { useEffect, useState } from 'react'
import { saveFiles } from '../../lib/file-list/saved-files.ts'
import { useFileList } from '../../lib/file-list/use-file-list.ts'
import type { JobSettings } from '../../lib/job-settings.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useJob } from '../../lib/use-job.ts'
import { checkDocument } from './check-document.ts'
import { documentToolId, initialPair } from './document-settings.ts'
import { switched, withSource, withTarget } from './language-pair.ts'

const jobSettings: JobSettings<ConversionState> = {
  toolId: documentToolId,
  path: translateDocument.path,
  read: json => conversionStateSchema.parse(json),
  failureOf: ({ error }) => error?.message,
  failureCodeOf: ({ error }) => error?.code,
  isFailureShown: false,
  texts: {
    failed: translateMessages.failed,
    unanswered: translateMessages.documentFailed,
    succeeded: () => translateMessages.succeeded,
    canceled: () => translateMessages.canceled,
    deleted: translateMessages.deleted,
    downloadMissing: translateMessages.downloadMissing,
  },
}

export function useDocumentTranslation(maxBytes: number) {
  const [languages, setLanguages] = useState(initialPair)
  const [refusal, setRefusal] = useState<string>()
  const [hasAttempted, setHasAttempted] = useState(false)
  const list = useFileList(documentToolId, 'translate-document')
  const file = list.files[0]
  const { view, start, cancel, deleteResult, reset } = useJob(jobSettings)

  const hasFile = file !== undefined
  useEffect(() => {
    const { source: sourceLanguage, target: targetLanguage } = languages
    if (hasFile) saveFiles(documentToolId, { options: { sourceLanguage, targetLanguage } })
  }, [hasFile, languages])

  // Derived, so that the message disappears as soon as the cause is gone.
  const blockedReason = hasFile ? blockedReasonFor(file.sending.phase) : translateMessages.noDocument
  const failure = view.phase === 'idle' ? view.failure : undefined

  const clear = () => {
    reset()
    list.clear()
    setRefusal(undefined)
    setHasAttempted(false)
  }
  const showRefusal = (reason: string) => {
    setRefusal(reason)
    toasts.show({ title: reason, variant: 'destructive' })
  }
  const submit = (extras: { readonly password?: string }) => {
    if (file?.sending.phase !== 'complete') return
    const { source: sourceLanguage, target: targetLanguage } = languages
    void start({ uploadId: file.sending.uploadId, sourceLanguage, targetLanguage, ...extras })
  }

  return {
    languages,
    file,
    view,
    /** Why the last selected document was rejected. */
    refusal,
    complaint: hasAttempted && blockedReason !== undefined ? blockedReason : failure,
    needsPlan: blockedReason === undefined && view.phase === 'idle' && view.needsPlan === true,
    lock: view.phase === 'idle' ? view.lock : undefined,
    chooseSource: (language: LanguageId) => setLanguages(pair => withSource(pair, language)),
    chooseTarget: (language: LanguageId) => setLanguages(pair => withTarget(pair, language)),
    switchLanguages: () => setLanguages(switched),
    selectFile([chosen]: readonly File[]) {
      if (!chosen || view.phase === 'working') return
      const problem = checkDocument(chosen, maxBytes)
      if (problem !== undefined) return showRefusal(problem)
      clear()
      list.add([{ file: chosen, path: chosen.name }])
    },
    retry: () => file && list.retry(file.key),
    translate() {
      setHasAttempted(blockedReason !== undefined)
      setRefusal(undefined)
      if (blockedReason !== undefined) toasts.show({ title: blockedReason, variant: 'destructive' })
      else submit({})
    },
    /** Retries with the password of the file. */
    unlock: (password: string) => submit({ password }),
    cancel: () => void cancel(),
    deleteResult: () => void deleteResult(),
    /** Keeps the document. */
    reset,
    clear,
  }
}

function blockedReasonFor(phase: string): string | undefined {
  if (phase === 'complete') return undefined
  return phase === 'stopped' ? uploadMessages.failed : uploadMessages.stillUploading
}
