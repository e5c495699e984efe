/** Everything a tab of the batch converter knows and can do: its files, the format wanted, the work on them. */
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

  /** What stands in the way, in the order in which it is asked for. */
  const findObstacle = (): string | undefined => {
    if (!target) return batchMessages.noTarget
    if (files.length === 0) return batchMessages.noFile
    const { problems } = checkBatch(
      files.map(({ sizeBytes: size }) => ({ size })),
      plan,
    )
    return problems[0] ?? waitingFor(files)
  }
  // Said only as long as it is true: the complaint goes when what was missing comes.
  const standing = complaint !== undefined && complaint === findObstacle() ? complaint : undefined
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
    complaint: standing ?? failure,
    /** The complaint is about the plan. */
    needsPlan: standing === undefined && view.phase === 'idle' && view.needsPlan === true,
    takeFiles(picked: PickedFiles) {
      const sorted = sortOut(picked, files, { keepsEmpty: false })
      const fitting = sorted.files.filter(({ file }) => isOfKind(file, kind))
      const others = sorted.files.length - fitting.length
      const present = files.map(({ sizeBytes: size }) => ({ size, pick: undefined }))
      const fresh = fitting.map(pick => ({ size: pick.file.size, pick }))
      const checked =
        fresh.length > 0 ? checkBatch([...present, ...fresh], plan) : { files: [], problems: [] }
      list.add(checked.files.flatMap(({ pick }) => (pick ? [pick] : [])))
      setNotes([
        ...checked.problems,
        ...(others > 0 ? [batchMessages.otherKind[kind](others)] : []),
        ...sorted.notes,
      ])
    },
    convert() {
      const obstacle = findObstacle()
      setComplaint(obstacle)
      setNotes([])
      if (obstacle) toasts.show({ title: obstacle, variant: 'destructive' })
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
    /** The same files once more, in another format. */
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
