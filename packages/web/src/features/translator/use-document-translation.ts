/** State of the document tab: languages, document and server job. */

import { toMegabytes } from '@filesmith/contract/bytes'
import { type ChosenFile, checkFiles } from '@filesmith/contract/check-files'
import type { LanguageId } from '@filesmith/contract/languages'
import { translateDocument } from '@filesmith/contract/operations/translate-document'
import { translateMessages } from '@filesmith/contract/tools/translate/messages'
import { useState } from 'react'
import { stoppedReason } from '../../lib/file-list/pending-reason.ts'
import { conversionJob } from '../../lib/job/job.ts'
import { useJob } from '../../lib/job/use-job.ts'
import { toasts } from '../../lib/toast-store.ts'
import { documentExtensions, documentToolId, initialPair } from './document-settings.ts'
import { switched, withSource, withTarget } from './language-pair.ts'

export function useDocumentTranslation(maxBytes: number) {
  const [languages, setLanguages] = useState(initialPair)
  const [refusal, setRefusal] = useState<string>()
  const { source: sourceLanguage, target: targetLanguage } = languages
  const job = useJob({
    toolId: documentToolId,
    purpose: 'translate-document',
    path: translateDocument.path,
    kind: conversionJob,
    options: { sourceLanguage, targetLanguage },
    acceptsPassword: true,
    texts: {
      failed: translateMessages.failed,
      unanswered: translateMessages.documentFailed,
      succeeded: () => translateMessages.succeeded,
      canceled: () => translateMessages.canceled,
      deleted: translateMessages.deleted,
      downloadMissing: translateMessages.downloadMissing,
    },
  })
  const { list, view } = job
  const file = list.files[0]
  const missing = file ? stoppedReason([file]) : translateMessages.noDocument

  const clear = () => {
    job.clear()
    setRefusal(undefined)
  }
  const showRefusal = (reason: string) => {
    setRefusal(reason)
    toasts.show({ title: reason, variant: 'destructive' })
  }
  const submit = (extras: { readonly password?: string }) => {
    setRefusal(undefined)
    void job.start(([upload]) => ({ uploadId: upload?.uploadId, sourceLanguage, targetLanguage, ...extras }))
  }

  return {
    languages,
    file,
    job,
    /** Why the last selected document was rejected. */
    refusal,
    blocked: missing === undefined ? undefined : { title: missing },
    chooseSource: (language: LanguageId) => setLanguages(pair => withSource(pair, language)),
    chooseTarget: (language: LanguageId) => setLanguages(pair => withTarget(pair, language)),
    switchLanguages: () => setLanguages(switched),
    selectFile([chosen]: readonly File[]) {
      if (!chosen || view.phase === 'working') return
      const problem = checkDocument(chosen, maxBytes)
      if (problem !== undefined) return showRefusal(problem)
      clear()
      list.choose(chosen)
    },
    retry: () => file && list.retry(file.key),
    translate: () => submit({}),
    /** Retries with the password of the file. */
    unlock: (password: string) => submit({ password }),
    clear,
  }
}

/** Undefined if the document is accepted. */
function checkDocument(file: ChosenFile, maxBytes: number): string | undefined {
  const checked = checkFiles([file], { accept: documentExtensions, isMultiple: false, maxBytes })
  if (checked.isAccepted) return undefined
  if (checked.reason === 'too-large') return translateMessages.documentTooLarge(toMegabytes(maxBytes))
  return checked.reason === 'wrong-type' ? translateMessages.wrongDocument : checked.message
}
