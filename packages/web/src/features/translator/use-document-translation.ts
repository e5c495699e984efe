/** Everything the document tab knows and can do: the languages, the document, the work on it. */
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
import { documentToolId, firstPair } from './document-settings.ts'
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
    canceled: () => translateMessages.cancelled,
    deleted: translateMessages.deleted,
    downloadMissing: translateMessages.downloadMissing,
  },
}

export function useDocumentTranslation(maxBytes: number) {
  const [languages, setLanguages] = useState(firstPair)
  const [refusal, setRefusal] = useState<string>()
  const [isAskedFor, setIsAskedFor] = useState(false)
  const list = useFileList(documentToolId, 'translate-document')
  const file = list.files[0]
  const { view, start, cancel, deleteResult, reset } = useJob(jobSettings)

  const hasFile = file !== undefined
  useEffect(() => {
    const { source: sourceLanguage, target: targetLanguage } = languages
    if (hasFile) saveFiles(documentToolId, { options: { sourceLanguage, targetLanguage } })
  }, [hasFile, languages])

  // Said only as long as it is true: the complaint goes when the document comes.
  const obstacle = hasFile ? obstacleOf(file.sending.phase) : translateMessages.noDocument
  const failure = view.phase === 'idle' ? view.failure : undefined

  const clear = () => {
    reset()
    list.clear()
    setRefusal(undefined)
    setIsAskedFor(false)
  }
  const refuse = (reason: string) => {
    setRefusal(reason)
    toasts.show({ title: reason, variant: 'destructive' })
  }
  const handOver = (extras: { readonly password?: string }) => {
    if (file?.sending.phase !== 'complete') return
    const { source: sourceLanguage, target: targetLanguage } = languages
    void start({ uploadId: file.sending.uploadId, sourceLanguage, targetLanguage, ...extras })
  }

  return {
    languages,
    file,
    view,
    /** Why the document that was handed over last was not taken. */
    refusal,
    complaint: isAskedFor && obstacle !== undefined ? obstacle : failure,
    needsPlan: obstacle === undefined && view.phase === 'idle' && view.needsPlan === true,
    lock: view.phase === 'idle' ? view.lock : undefined,
    chooseSource: (language: LanguageId) => setLanguages(pair => withSource(pair, language)),
    chooseTarget: (language: LanguageId) => setLanguages(pair => withTarget(pair, language)),
    switchLanguages: () => setLanguages(switched),
    take([chosen]: readonly File[]) {
      if (!chosen || view.phase === 'working') return
      const problem = checkDocument(chosen, maxBytes)
      if (problem !== undefined) return refuse(problem)
      clear()
      list.add([{ file: chosen, path: chosen.name }])
    },
    retry: () => file && list.retry(file.key),
    translate() {
      setIsAskedFor(obstacle !== undefined)
      setRefusal(undefined)
      if (obstacle !== undefined) toasts.show({ title: obstacle, variant: 'destructive' })
      else handOver({})
    },
    /** Asks again, now with the password of the file. */
    unlock: (password: string) => handOver({ password }),
    cancel: () => void cancel(),
    deleteResult: () => void deleteResult(),
    /** The same document once more, or not at all. */
    reset,
    clear,
  }
}

function obstacleOf(phase: string): string | undefined {
  if (phase === 'complete') return undefined
  return phase === 'stopped' ? uploadMessages.failed : uploadMessages.stillArriving
}
