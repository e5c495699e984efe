/** Everything the compressor knows and can do: its files, what the archive shall be, the password, the work. */
import { checkFiles } from '@filesmith/contract/check-files'
import { compressMessages } from '@filesmith/contract/messages/compress'
import { operations } from '@filesmith/contract/operations/registry'
import type { PlanId } from '@filesmith/contract/plans'
import { type ConversionState, conversionStateSchema } from '@filesmith/contract/schemas/conversion'
import { useEffect, useState } from 'react'
import { arrivedOf } from '../../lib/file-list/listed-file.ts'
import type { PickedFiles } from '../../lib/file-list/picked-file.ts'
import { saveFiles } from '../../lib/file-list/saved-files.ts'
import { sortOut } from '../../lib/file-list/sort-out.ts'
import { useFileList } from '../../lib/file-list/use-file-list.ts'
import { waitingFor } from '../../lib/file-list/waiting-for.ts'
import type { JobSettings } from '../../lib/job-settings.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useJob } from '../../lib/use-job.ts'
import { compressToolId, defaultSettings, savedSettings, withinPlan } from './compress-settings.ts'

const jobSettings: JobSettings<ConversionState> = {
  toolId: compressToolId,
  path: operations['compress-files'].path,
  read: json => conversionStateSchema.parse(json),
  failureOf: ({ error }) => error?.message,
  isFailureShown: false,
  words: {
    failed: compressMessages.failed,
    unanswered: compressMessages.unanswered,
    succeeded: () => compressMessages.succeeded,
    cancelled: () => compressMessages.cancelled,
    deleted: compressMessages.deleted,
    downloadMissing: compressMessages.downloadMissing,
  },
}

export function useCompressor(plan: PlanId, maxBytes: number) {
  const [wanted, setWanted] = useState(savedSettings)
  /** Lives only here, and only until the server has taken it. */
  const [password, setPassword] = useState('')
  const [wasProtected, setWasProtected] = useState(false)
  const [notes, setNotes] = useState<readonly string[]>([])
  const [complaint, setComplaint] = useState<string>()
  const list = useFileList(compressToolId, 'compress-files')
  const { files } = list
  const { view, start, cancel, deleteResult, reset } = useJob(jobSettings)
  const options = withinPlan(wanted, plan)

  useEffect(() => {
    const { format, level } = wanted
    if (files.length > 0) saveFiles(compressToolId, { options: { format, level } })
  }, [files.length, wanted])

  const findObstacle = (): string | undefined => {
    if (files.length === 0) return compressMessages.noFile
    if (options.isProtected && password === '') return compressMessages.noPassword
    return waitingFor(files)
  }
  // Said only as long as it is true: the complaint goes when what was missing comes.
  const standing = complaint !== undefined && complaint === findObstacle() ? complaint : undefined
  const failure = view.phase === 'idle' ? view.failure : undefined

  const startOver = () => {
    reset()
    list.clear()
    setWanted(defaultSettings)
    setPassword('')
    setNotes([])
    setComplaint(undefined)
  }

  const handOver = async () => {
    const { format, level, isProtected } = options
    setWasProtected(isProtected)
    const isTaken = await start({
      compressionFormat: format,
      compressionLevel: level,
      isPasswordProtected: isProtected,
      ...(isProtected ? { password } : {}),
      files: arrivedOf(files).map(({ uploadId, path, modifiedAt }) => ({ uploadId, path, modifiedAt })),
    })
    if (isTaken) setPassword('')
  }

  return {
    list,
    view,
    options,
    setOptions: setWanted,
    password,
    setPassword,
    wasProtected,
    notes,
    complaint: standing ?? failure,
    passwordError: standing === compressMessages.noPassword ? standing : undefined,
    /** The complaint is about the plan. */
    needsPlan: standing === undefined && view.phase === 'idle' && view.needsPlan === true,
    takeFiles(picked: PickedFiles) {
      const sorted = sortOut(picked, files, { keepsEmpty: true })
      const chosen = sorted.files.map(({ file }) => file)
      const checked = checkFiles(chosen, { accept: '', isMultiple: true, mayBeEmpty: true, maxBytes })
      setNotes(sorted.notes)
      if (checked.isAccepted) list.add(sorted.files)
      else if (checked.reason === 'too-large') window.alert(checked.message)
    },
    compress() {
      const obstacle = findObstacle()
      setComplaint(obstacle)
      setNotes([])
      if (obstacle) toasts.show({ title: obstacle, variant: 'destructive' })
      else void handOver()
    },
    cancel: () => void cancel(),
    deleteResult: () => void deleteResult(),
    /** The same files once more, in another archive. */
    backToOptions: reset,
    startOver,
  }
}
