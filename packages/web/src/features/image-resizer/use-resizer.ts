/** Everything the image resizer knows and can do: its images, their new size, the work. */
import { checkFiles } from '@filesmith/contract/check-files'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { resizeMessages } from '@filesmith/contract/messages/resize'
import { freeResizeImages, resizeImage } from '@filesmith/contract/operations/resize-image'
import type { PlanId } from '@filesmith/contract/plans'
import { type BatchState, batchStateSchema } from '@filesmith/contract/schemas/batch'
import { extensionsOf } from '@filesmith/contract/tools/tool'
import { useEffect, useState } from 'react'
import { countDone, describeBatchFailure } from '../../lib/batch/describe-batch.ts'
import { filterPickedFiles } from '../../lib/file-list/filter-picked-files.ts'
import { extensionOf } from '../../lib/file-list/kind-of-name.ts'
import { uploadedFilesOf } from '../../lib/file-list/listed-file.ts'
import { pendingReason } from '../../lib/file-list/pending-reason.ts'
import type { PickedFiles } from '../../lib/file-list/picked-file.ts'
import { saveFiles } from '../../lib/file-list/saved-files.ts'
import { useFileList } from '../../lib/file-list/use-file-list.ts'
import type { JobSettings } from '../../lib/job-settings.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useJob } from '../../lib/use-job.ts'
import {
  defaultResize,
  resizeToolId,
  savedResize,
  toRequest,
  toSaved,
  withinPlan,
} from './resize-settings.ts'
import { withSide } from './target-size.ts'
import { useImageSizes } from './use-image-sizes.ts'

/** Long enough to read that it worked. */
const downloadDelayMs = 800

const extensions = extensionsOf(resizeImage.inputs)
const isImage = (file: File) => file.type.startsWith('image/') || extensions.includes(extensionOf(file.name))

const jobSettings: JobSettings<BatchState> = {
  toolId: resizeToolId,
  path: resizeImage.path,
  read: json => batchStateSchema.parse(json),
  failureOf: state => describeBatchFailure(state, resizeMessages.noneSucceeded),
  isFailureShown: true,
  onSucceeded(state) {
    const { done, all } = countDone(state)
    const description = done === all ? resizeMessages.succeeded : resizeMessages.partlySucceeded(done, all)
    toasts.show({ title: conversionMessages.succeededToast, description })
    const { downloadUrl } = state
    if (downloadUrl !== null) setTimeout(() => window.location.assign(downloadUrl), downloadDelayMs)
  },
  texts: {
    failed: resizeMessages.failed,
    unanswered: resizeMessages.unanswered,
    succeeded: () => resizeMessages.succeeded,
    canceled: () => resizeMessages.cancelled,
    deleted: resizeMessages.deleted,
    downloadMissing: resizeMessages.downloadMissing,
  },
}

export function useResizer(plan: PlanId, maxBytes: number) {
  const [wanted, setWanted] = useState(savedResize)
  const [notes, setNotes] = useState<readonly string[]>([])
  const [complaint, setComplaint] = useState<string>()
  const list = useFileList(resizeToolId, 'resize-image')
  const { files } = list
  const sizes = useImageSizes(files)
  const first = sizes.get(files[0]?.key ?? '')
  const { view, start, cancel, retry, deleteResult, reset } = useJob(jobSettings)
  const settings = withinPlan(wanted, plan)

  useEffect(() => {
    if (files.length > 0) saveFiles(resizeToolId, { options: toSaved(wanted) })
  }, [files.length, wanted])

  /** Of the first image; nothing where its size is not known. */
  const takeOriginalSize = () => first && setWanted(now => ({ ...now, ...first }))
  const areBothEmpty = wanted.width === null && wanted.height === null
  useEffect(() => {
    // Fields that somebody cleared are filled as soon as there is something to fill them with, but not while they are typed in.
    const isTyping = document.activeElement?.matches('[data-side]')
    if (areBothEmpty && first && !isTyping) setWanted(now => ({ ...now, ...first }))
  }, [areBothEmpty, first])

  const findObstacle = (): string | undefined => {
    if (files.length === 0) return resizeMessages.noFile.description
    const isSized = settings.method === 'percentage' || Boolean(settings.width) || Boolean(settings.height)
    return isSized ? pendingReason(files) : resizeMessages.noSize
  }
  // Said only as long as it is true: the complaint goes when what was missing comes.
  const standing = complaint !== undefined && complaint === findObstacle() ? complaint : undefined
  const failure = view.phase === 'idle' ? view.failure : undefined

  return {
    list,
    view,
    sizes,
    first,
    settings,
    setSettings: setWanted,
    setSide: (side: 'width' | 'height', value: number | null) =>
      setWanted(now => withSide(now, side, value, first)),
    takeOriginalSize,
    /** Called when a field is left: two empty ones mean the size of the first image. */
    fillEmpty: () => areBothEmpty && takeOriginalSize(),
    notes,
    complaint: standing ?? failure,
    /** The complaint is about the plan. */
    needsPlan: standing === undefined && view.phase === 'idle' && view.needsPlan === true,
    takeFiles(picked: PickedFiles) {
      const sorted = filterPickedFiles(picked, files, { keepsEmpty: false })
      const fitting = sorted.files.filter(({ file }) => isImage(file))
      const others = sorted.files.length - fitting.length
      const checked = checkFiles(
        fitting.map(({ file }) => file),
        { accept: '', isMultiple: true, maxBytes },
      )
      if (!checked.isAccepted && checked.reason === 'too-large') window.alert(checked.message)
      const room = plan === 'free' ? Math.max(0, freeResizeImages - files.length) : fitting.length
      const taken = checked.isAccepted ? fitting.slice(0, room) : []
      list.add(taken)
      setNotes([
        ...(checked.isAccepted && taken.length < fitting.length
          ? [resizeMessages.tooMany(freeResizeImages)]
          : []),
        ...(others > 0 ? [resizeMessages.otherKind(others)] : []),
        ...sorted.notes,
      ])
    },
    resize() {
      const obstacle = findObstacle()
      setComplaint(obstacle)
      setNotes([])
      if (obstacle === resizeMessages.noFile.description)
        toasts.show({ ...resizeMessages.noFile, variant: 'destructive' })
      else if (obstacle) toasts.show({ title: obstacle, variant: 'destructive' })
      else {
        toasts.show(resizeMessages.started)
        const uploads = uploadedFilesOf(files).map(({ uploadId }) => ({ uploadId }))
        void start({ ...toRequest(settings), files: uploads })
      }
    },
    cancel: () => void cancel(),
    retry: (conversionId: string) => void retry(conversionId),
    deleteResult: () => void deleteResult(),
    /** The same images once more, in another size. */
    backToOptions: reset,
    startOver() {
      reset()
      list.clear()
      setWanted(defaultResize)
      setNotes([])
      setComplaint(undefined)
    },
  }
}
