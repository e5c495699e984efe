/** State and actions of a batch converter tab: files, target format and job. */
import { type BatchKindId, batchKinds, batchPath } from '@filesmith/contract/batch'
import { checkBatch } from '@filesmith/contract/check-batch'
import type { FormatId } from '@filesmith/contract/formats'
import { batchMessages } from '@filesmith/contract/messages/batch'
import type { PlanId } from '@filesmith/contract/plans'
import { type BatchState, batchStateSchema } from '@filesmith/contract/schemas/batch'
import { useEffect, useState } from 'react'
import { countDone, describeFailure } from '../../lib/batch/describe-batch.ts'
import { arrivedOf } from '../../lib/file-list/listed-file.ts'
import type { PickedFiles } from '../../lib/file-list/picked-file.ts'
import { readSavedFiles, saveFiles } from '../../lib/file-list/saved-files.ts'
import { sortOut } from '../../lib/file-list/sort-out.ts'
import { useFileList } from '../../lib/file-list/use-file-list.ts'
import { waitingFor } from '../../lib/file-list/waiting-for.ts'
import type { JobSettings } from '../../lib/job-settings.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useJob } from '../../lib/use-job.ts'
import { batchToolId } from './batch-tool-id.ts'
import { isOfKind } from './is-of-kind.ts'

export function useBatchTab(kind: BatchKindId, plan: PlanId) {
  const toolId = batchToolId(kind)
  const [target, setTarget] = useState(() => savedTarget(kind))
  const [notes, setNotes] = useState<readonly string[]>([])
  const [complaint, setComplaint] = useState<string>()
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
    return problems[0] ?? waitingFor(files)
  }
  // Disappears as soon as the precondition is met.
  const currentProblem = complaint !== undefined && complaint === findProblem() ? complaint : undefined
  const failure = view.phase === 'idle' ? view.failure : undefined

  const startOver = () => {
    reset()
    list.clear()
    setTarget(undefined)
    setNotes([])
    setComplaint(undefined)
  }

  return {
    list,
    view,
    target,
    setTarget,
    notes,
    complaint: currentProblem ?? failure,
    /** The problem is a limit of the plan. */
    needsPlan: currentProblem === undefined && view.phase === 'idle' && view.needsPlan === true,
    addFiles(picked: PickedFiles) {
      const sorted = sortOut(picked, files, { keepsEmpty: false })
      const matching = sorted.files.filter(({ file }) => isOfKind(file, kind))
      const otherKindCount = sorted.files.length - matching.length
      const existing = files.map(({ sizeBytes: size }) => ({ size, pick: undefined }))
      const added = matching.map(pick => ({ size: pick.file.size, pick }))
      const checked =
        added.length > 0 ? checkBatch([...existing, ...added], plan) : { files: [], problems: [] }
      list.add(checked.files.flatMap(({ pick }) => (pick ? [pick] : [])))
      setNotes([
        ...checked.problems,
        ...(otherKindCount > 0 ? [batchMessages.otherKind[kind](otherKindCount)] : []),
        ...sorted.notes,
      ])
    },
    convert() {
      const problem = findProblem()
      setComplaint(problem)
      setNotes([])
      if (problem) toasts.show({ title: problem, variant: 'destructive' })
      else
        void start({
          fileType: kind,
          targetFormat: target,
          files: arrivedOf(files).map(({ uploadId }) => ({ uploadId })),
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
    failureOf: state => describeFailure(state, batchMessages.noneSucceeded),
    isFailureShown: true,
    words: {
      failed: batchMessages.failed,
      unanswered: batchMessages.unanswered,
      succeeded: state => {
        const { done, all } = countDone(state)
        return done === all ? batchMessages.succeeded : batchMessages.partlySucceeded(done, all)
      },
      cancelled: state => {
        if (!state) return batchMessages.cancelled
        const { done, all } = countDone(state)
        return {
          title: batchMessages.cancelled.title,
          description: batchMessages.canceledPartly(done, all),
        }
      },
      deleted: batchMessages.deleted,
      downloadMissing: batchMessages.downloadMissing,
    },
  }
}
