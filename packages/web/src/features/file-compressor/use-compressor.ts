/** State and actions of the compressor: files, settings, password and job. */
import { checkFiles } from '@filesmith/contract/check-files'
import { compressMessages } from '@filesmith/contract/messages/compress'
import { operations } from '@filesmith/contract/operations/registry'
import type { PlanId } from '@filesmith/contract/plans'
import { type ConversionState, conversionStateSchema } from '@filesmith/contract/schemas/conversion'
import { useEffect, useState } from 'react'
import { filterPickedFiles } from '../../lib/file-list/filter-picked-files.ts'
import { uploadedFilesOf } from '../../lib/file-list/listed-file.ts'
import { pendingReason } from '../../lib/file-list/pending-reason.ts'
import type { PickedFiles } from '../../lib/file-list/picked-file.ts'
import { saveFiles } from '../../lib/file-list/saved-files.ts'
import { useFileList } from '../../lib/file-list/use-file-list.ts'
import type { JobSettings } from '../../lib/job-settings.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useJob } from '../../lib/use-job.ts'
import {
  compressToolId,
  defaultCompressSettings,
  limitToPlan,
  savedCompressSettings,
} from './compress-settings.ts'

const jobSettings: JobSettings<ConversionState> = {
  toolId: compressToolId,
  path: operations['compress-files'].path,
  read: json => conversionStateSchema.parse(json),
  failureOf: ({ error }) => error?.message,
  isFailureShown: false,
  texts: {
    failed: compressMessages.failed,
    unanswered: compressMessages.requestFailed,
    succeeded: () => compressMessages.succeeded,
    canceled: () => compressMessages.canceled,
    deleted: compressMessages.deleted,
    downloadMissing: compressMessages.downloadMissing,
  },
}

export function useCompressor(plan: PlanId, maxBytes: number) {
  const [settings, setSettings] = useState(savedCompressSettings)
  /** In memory only, and only until the server has accepted the job. */
  const [password, setPassword] = useState('')
  const [wasProtected, setWasProtected] = useState(false)
  const [notes, setNotes] = useState<readonly string[]>([])
  const [reportedProblem, setReportedProblem] = useState<string>()
  const list = useFileList(compressToolId, 'compress-files')
  const { files } = list
  const { view, start, cancel, deleteResult, reset } = useJob(jobSettings)
  const options = limitToPlan(settings, plan)

  useEffect(() => {
    const { format, level } = settings
    if (files.length > 0) saveFiles(compressToolId, { options: { format, level } })
  }, [files.length, settings])

  const findProblem = (): string | undefined => {
    if (files.length === 0) return compressMessages.noFile
    if (options.isProtected && password === '') return compressMessages.noPassword
    return pendingReason(files)
  }
  // Disappears as soon as the precondition is met.
  const currentProblem =
    reportedProblem !== undefined && reportedProblem === findProblem() ? reportedProblem : undefined
  const failure = view.phase === 'idle' ? view.failure : undefined

  const startOver = () => {
    reset()
    list.clear()
    setSettings(defaultCompressSettings)
    setPassword('')
    setNotes([])
    setReportedProblem(undefined)
  }

  const submit = async () => {
    const { format, level, isProtected } = options
    setWasProtected(isProtected)
    const isAccepted = await start({
      compressionFormat: format,
      compressionLevel: level,
      isPasswordProtected: isProtected,
      ...(isProtected ? { password } : {}),
      files: uploadedFilesOf(files).map(({ uploadId, path, modifiedAt }) => ({ uploadId, path, modifiedAt })),
    })
    if (isAccepted) setPassword('')
  }

  return {
    list,
    view,
    options,
    setOptions: setSettings,
    password,
    setPassword,
    wasProtected,
    notes,
    problem: currentProblem ?? failure,
    passwordError: currentProblem === compressMessages.noPassword ? currentProblem : undefined,
    /** The problem is a limit of the plan. */
    needsPlan: currentProblem === undefined && view.phase === 'idle' && view.needsPlan === true,
    addFiles(picked: PickedFiles) {
      const filtered = filterPickedFiles(picked, files, { keepsEmpty: true })
      const chosen = filtered.files.map(({ file }) => file)
      const checked = checkFiles(chosen, { accept: '', isMultiple: true, mayBeEmpty: true, maxBytes })
      setNotes(filtered.notes)
      if (checked.isAccepted) list.add(filtered.files)
      else if (checked.reason === 'too-large') window.alert(checked.message)
    },
    compress() {
      const problem = findProblem()
      setReportedProblem(problem)
      setNotes([])
      if (problem) toasts.show({ title: problem, variant: 'destructive' })
      else void submit()
    },
    cancel: () => void cancel(),
    deleteResult: () => void deleteResult(),
    /** Packs the same files into another archive. */
    backToOptions: reset,
    startOver,
  }
}
