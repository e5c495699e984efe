/** State and actions of the compressor: files, settings, password and job. */
import { checkFiles } from '@filesmith/contract/check-files'
import { compressMessages } from '@filesmith/contract/messages/compress'
import { operations } from '@filesmith/contract/operations/registry'
import type { PlanId } from '@filesmith/contract/plans'
import { useState } from 'react'
import { filterPickedFiles } from '../../lib/file-list/filter-picked-files.ts'
import { pendingReason } from '../../lib/file-list/pending-reason.ts'
import type { PickedFiles } from '../../lib/file-list/picked-file.ts'
import { conversionJob } from '../../lib/job/job.ts'
import { useJob } from '../../lib/job/use-job.ts'
import {
  compressToolId,
  defaultCompressSettings,
  limitToPlan,
  savedCompressSettings,
} from './compress-settings.ts'

export function useCompressor(plan: PlanId, maxBytes: number) {
  const [settings, setSettings] = useState(savedCompressSettings)
  const [password, setPassword] = useState('')
  const [wasProtected, setWasProtected] = useState(false)
  const [notes, setNotes] = useState<readonly string[]>([])
  const options = limitToPlan(settings, plan)
  const job = useJob({
    toolId: compressToolId,
    purpose: 'compress-files',
    path: operations['compress-files'].path,
    kind: conversionJob,
    options: { format: settings.format, level: settings.level },
    texts: {
      failed: compressMessages.failed,
      unanswered: compressMessages.requestFailed,
      succeeded: () => compressMessages.succeeded,
      canceled: () => compressMessages.canceled,
      deleted: compressMessages.deleted,
      downloadMissing: compressMessages.downloadMissing,
    },
  })
  const { files } = job.list

  const findMissing = (): string | undefined => {
    if (files.length === 0) return compressMessages.noFile
    if (options.isProtected && password === '') return compressMessages.noPassword
    return pendingReason(files)
  }
  const missing = findMissing()

  return {
    job,
    options,
    setOptions: setSettings,
    password,
    setPassword,
    wasProtected,
    notes,
    blocked: missing === undefined ? undefined : { title: missing },
    addFiles(picked: PickedFiles) {
      const filtered = filterPickedFiles(picked, files, { keepsEmpty: true })
      const chosen = filtered.files.map(({ file }) => file)
      const checked = checkFiles(chosen, { accept: '', isMultiple: true, mayBeEmpty: true, maxBytes })
      setNotes(filtered.notes)
      if (checked.isAccepted) job.list.add(filtered.files)
      else if (checked.reason === 'too-large') window.alert(checked.message)
    },
    async compress() {
      const { format, level, isProtected } = options
      setNotes([])
      setWasProtected(isProtected)
      const isAccepted = await job.start(uploads => ({
        compressionFormat: format,
        compressionLevel: level,
        isPasswordProtected: isProtected,
        ...(isProtected ? { password } : {}),
        files: uploads.map(({ uploadId, path, modifiedAt }) => ({ uploadId, path, modifiedAt })),
      }))
      if (isAccepted) setPassword('')
    },
    startOver() {
      job.clear()
      setSettings(defaultCompressSettings)
      setPassword('')
      setNotes([])
    },
  }
}
