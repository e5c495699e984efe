/** State and actions of a batch converter tab: files, target format and job. */
import { type BatchKindId, batchKinds, batchPath } from '@filesmith/contract/batch'
import { checkBatch } from '@filesmith/contract/check-batch'
import type { FormatId } from '@filesmith/contract/formats'
import type { PlanId } from '@filesmith/contract/plans'
import { batchMessages } from '@filesmith/contract/tools/batch/messages'
import { useState } from 'react'
import { batchJob, countDone } from '../../lib/batch/describe-batch.ts'
import { filterPickedFiles } from '../../lib/file-list/filter-picked-files.ts'
import { extensionOf } from '../../lib/file-list/kind-of-name.ts'
import { pendingReason } from '../../lib/file-list/pending-reason.ts'
import type { PickedFiles } from '../../lib/file-list/picked-file.ts'
import { readSavedWork } from '../../lib/job/saved-work.ts'
import { useJob } from '../../lib/job/use-job.ts'
import { batchToolId } from './batch-tool-id.ts'

export function useBatchTab(kind: BatchKindId, plan: PlanId) {
  const toolId = batchToolId(kind)
  const [target, setTarget] = useState(() => savedTarget(kind))
  const [notes, setNotes] = useState<readonly string[]>([])
  const job = useJob({
    toolId,
    purpose: 'batch-convert',
    path: batchPath,
    kind: batchJob(batchMessages.noneSucceeded),
    options: target && { target },
    texts: {
      failed: batchMessages.failed,
      unanswered: batchMessages.requestFailed,
      succeeded(state) {
        const { done, all } = countDone(state)
        return done === all ? batchMessages.succeeded : batchMessages.partlySucceeded(done, all)
      },
      canceled(state) {
        if (!state) return batchMessages.canceled
        const { done, all } = countDone(state)
        return {
          title: batchMessages.canceled.title,
          description: batchMessages.canceledPartly(done, all),
        }
      },
      deleted: batchMessages.deleted,
      downloadMissing: batchMessages.downloadMissing,
    },
  })
  const { files } = job.list

  /** First unmet precondition, in the order in which the user is asked for them. */
  const findMissing = (): string | undefined => {
    if (!target) return batchMessages.noTarget
    if (files.length === 0) return batchMessages.noFile
    const { problems } = checkBatch(
      files.map(({ sizeBytes: size }) => ({ size })),
      plan,
    )
    return problems[0] ?? pendingReason(files)
  }
  const missing = findMissing()

  return {
    job,
    target,
    setTarget,
    notes,
    blocked: missing === undefined ? undefined : { title: missing },
    addFiles(picked: PickedFiles) {
      const filtered = filterPickedFiles(picked, files, { keepsEmpty: false })
      const matching = filtered.files.filter(({ file }) => isOfKind(file, kind))
      const otherKindCount = filtered.files.length - matching.length
      const existing = files.map(({ sizeBytes: size }) => ({ size, pick: undefined }))
      const added = matching.map(pick => ({ size: pick.file.size, pick }))
      const checked =
        added.length > 0 ? checkBatch([...existing, ...added], plan) : { files: [], problems: [] }
      job.list.add(checked.files.flatMap(({ pick }) => (pick ? [pick] : [])))
      setNotes([
        ...checked.problems,
        ...(otherKindCount > 0 ? [batchMessages.otherKind[kind](otherKindCount)] : []),
        ...filtered.notes,
      ])
    },
    convert() {
      setNotes([])
      void job.start(uploads => ({
        fileType: kind,
        targetFormat: target,
        files: uploads.map(({ uploadId }) => ({ uploadId })),
      }))
    },
    startOver() {
      job.clear()
      setTarget(undefined)
      setNotes([])
    },
  }
}

function savedTarget(kind: BatchKindId): FormatId | undefined {
  const saved = readSavedWork(batchToolId(kind)).options.target
  const outputs: readonly FormatId[] = batchKinds[kind].outputs
  return outputs.find(output => output === saved)
}

/** Pre-checks a file against the kind of a tab by MIME type and extension; the server sniffs the content. */
function isOfKind(file: File, kind: BatchKindId): boolean {
  const { fileKind, extensions } = batchKinds[kind]
  return file.type.startsWith(`${fileKind}/`) || extensions.includes(extensionOf(file.name))
}
