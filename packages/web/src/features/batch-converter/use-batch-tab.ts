/** State and actions of a batch converter tab: files, target format and job. */
import { type BatchKindId, batchKinds, batchPath } from '@filesmith/contract/batch'
import { checkBatch } from '@filesmith/contract/check-batch'
import type { FormatId } from '@filesmith/contract/formats'
import { batchMessages } from '@filesmith/contract/messages/batch'
import type { PlanId } from '@filesmith/contract/plans'
import { type BatchState, batchStateSchema } from '@filesmith/contract/schemas/batch'
import { useEffect, useState } from 'react'
import { countDone, describeBatchFailure } from '../../lib/batch/describe-batch.ts'
import { filterPickedFiles } from '../../lib/file-list/filter-picked-files.ts'
import { uploadedFilesOf } from '../../lib/file-list/listed-file.ts'
import { pendingReason } from '../../lib/file-list/pending-reason.ts'
import type { PickedFiles } from '../../lib/file-list/picked-file.ts'
import { readSavedFiles, saveFiles } from '../../lib/file-list/saved-files.ts'
import { useFileList } from '../../lib/file-list/use-file-list.ts'
import type { JobSettings } from '../../lib/job-settings.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useJob } from '../../lib/use-job.ts'
import { batchToolId } from './batch-tool-id.ts'
import { isOfKind } from './is-of-kind.ts'

export function useBatchTab(kind: BatchKindId, plan: PlanId) {
  const toolId = batchToolId(kind)
  const [target, setTarget] = useState(() => savedTarget(kind))
  const [notes, setNotes] = useState<readonly string[]>([])
  const [reportedProblem, setReportedProblem] = useState<string>()
  const list = useFileList(toolId, 'batch-convert')
  const { files } = list
  const { view, start, cancel, retry, deleteResult, reset } = useJob(jobSettings(toolId))

  useEffect(() => {
    if (files.length > 0 && target) saveFiles(toolId, { options: { target } })
  }, [toolId, files.length, target])

  /** First unmet precondition, in the order in which the user is asked for them. */
  const findProblem = (): string | undefined => {
    if (!target) return batchMessages.noTarget
    if (files.length === 0) return batchMessages.noFile
    const { problems } = checkBatch(
      files.map(({ sizeBytes: size }) => ({ size })),
      plan,
    )
    return problems[0] ?? pendingReason(files)
  }
  // Disappears as soon as the precondition is met.
  const currentProblem =
    reportedProblem !== undefined && reportedProblem === findProblem() ? reportedProblem : undefined
  const failure = view.phase === 'idle' ? view.failure : undefined

  const startOver = () => {
    reset()
    list.clear()
    setTarget(undefined)
    setNotes([])
    setReportedProblem(undefined)
  }

  return {
    list,
    view,
    target,
    setTarget,
    notes,
    problem: currentProblem ?? failure,
    /** The problem is a limit of the plan. */
    needsPlan: currentProblem === undefined && view.phase === 'idle' && view.needsPlan === true,
    addFiles(picked: PickedFiles) {
      const filtered = filterPickedFiles(picked, files, { keepsEmpty: false })
      const matching = filtered.files.filter(({ file }) => isOfKind(file, kind))
      const otherKindCount = filtered.files.length - matching.length
      const existing = files.map(({ sizeBytes: size }) => ({ size, pick: undefined }))
      const added = matching.map(pick => ({ size: pick.file.size, pick }))
      const checked =
        added.length > 0 ? checkBatch([...existing, ...added], plan) : { files: [], problems: [] }
      list.add(checked.files.flatMap(({ pick }) => (pick ? [pick] : [])))
      setNotes([
        ...checked.problems,
        ...(otherKindCount > 0 ? [batchMessages.otherKind[kind](otherKindCount)] : []),
        ...filtered.notes,
      ])
    },
    convert() {
      const problem = findProblem()
      setReportedProblem(problem)
      setNotes([])
      if (problem) toasts.show({ title: problem, variant: 'destructive' })
      else
        void start({
          fileType: kind,
          targetFormat: target,
          files: uploadedFilesOf(files).map(({ uploadId }) => ({ uploadId })),
        })
    },
    cancel: () => void cancel(),
    retry: (conversionId: string) => void retry(conversionId),
    deleteResult: () => void deleteResult(),
    /** Converts the same files to another format. */
    backToOptions: reset,
    startOver,
  }
}

function savedTarget(kind: BatchKindId): FormatId | undefined {
  const saved = readSavedFiles(batchToolId(kind)).options?.target
  const outputs: readonly FormatId[] = batchKinds[kind].outputs
  return outputs.find(output => output === saved)
}

function jobSettings(toolId: string): JobSettings<BatchState> {
  return {
    toolId,
    path: batchPath,
    read: json => batchStateSchema.parse(json),
    failureOf: state => describeBatchFailure(state, batchMessages.noneSucceeded),
    isFailureShown: true,
    texts: {
      failed: batchMessages.failed,
      unanswered: batchMessages.requestFailed,
      succeeded: state => {
        const { done, all } = countDone(state)
        return done === all ? batchMessages.succeeded : batchMessages.partlySucceeded(done, all)
      },
      canceled: state => {
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
  }
}
