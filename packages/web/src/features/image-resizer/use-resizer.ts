/** State of the image resizer: files, settings and server job. */
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
  defaultResizeSettings,
  limitResizeToPlan,
  readSavedResizeSettings,
  resizeToolId,
  toResizeRequest,
  toSavedResizeSettings,
} from './resize-settings.ts'
import { withSide } from './target-size.ts'
import { useImageSizes } from './use-image-sizes.ts'

/** Lets the user read the success message before the download starts. */
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
    unanswered: resizeMessages.requestFailed,
    succeeded: () => resizeMessages.succeeded,
    canceled: () => resizeMessages.canceled,
    deleted: resizeMessages.deleted,
    downloadMissing: resizeMessages.downloadMissing,
  },
}

export function useResizer(plan: PlanId, maxBytes: number) {
  const [selected, setSelected] = useState(readSavedResizeSettings)
  const [notes, setNotes] = useState<readonly string[]>([])
  const [complaint, setComplaint] = useState<string>()
  const list = useFileList(resizeToolId, 'resize-image')
  const { files } = list
  const sizes = useImageSizes(files)
  const first = sizes.get(files[0]?.key ?? '')
  const { view, start, cancel, retry, deleteResult, reset } = useJob(jobSettings)
  const settings = limitResizeToPlan(selected, plan)

  useEffect(() => {
    if (files.length > 0) saveFiles(resizeToolId, { options: toSavedResizeSettings(selected) })
  }, [files.length, selected])

  /** Uses the size of the first image, if known. */
  const applyOriginalSize = () => first && setSelected(now => ({ ...now, ...first }))
  const areBothEmpty = selected.width === null && selected.height === null
  useEffect(() => {
    // Cleared fields are filled once the size is known, but not while the user types in them.
    const isTyping = document.activeElement?.matches('[data-side]')
    if (areBothEmpty && first && !isTyping) setSelected(now => ({ ...now, ...first }))
  }, [areBothEmpty, first])

  const findBlockedReason = (): string | undefined => {
    if (files.length === 0) return resizeMessages.noFile.description
    const isSized = settings.method === 'percentage' || Boolean(settings.width) || Boolean(settings.height)
    return isSized ? pendingReason(files) : resizeMessages.noSize
  }
  // Derived, so that the message disappears as soon as the cause is gone.
  const activeComplaint = complaint !== undefined && complaint === findBlockedReason() ? complaint : undefined
  const failure = view.phase === 'idle' ? view.failure : undefined

  return {
    list,
    view,
    sizes,
    first,
    settings,
    setSettings: setSelected,
    setSide: (side: 'width' | 'height', value: number | null) =>
      setSelected(now => withSide(now, side, value, first)),
    applyOriginalSize,
    /** Called on blur: two empty fields mean the size of the first image. */
    fillEmpty: () => areBothEmpty && applyOriginalSize(),
    notes,
    complaint: activeComplaint ?? failure,
    /** The complaint is about the subscription plan. */
    needsPlan: activeComplaint === undefined && view.phase === 'idle' && view.needsPlan === true,
    addPicked(picked: PickedFiles) {
      const sorted = filterPickedFiles(picked, files, { keepsEmpty: false })
      const images = sorted.files.filter(({ file }) => isImage(file))
      const otherCount = sorted.files.length - images.length
      const checked = checkFiles(
        images.map(({ file }) => file),
        { accept: '', isMultiple: true, maxBytes },
      )
      if (!checked.isAccepted && checked.reason === 'too-large') window.alert(checked.message)
      const remaining = plan === 'free' ? Math.max(0, freeResizeImages - files.length) : images.length
      const accepted = checked.isAccepted ? images.slice(0, remaining) : []
      list.add(accepted)
      setNotes([
        ...(checked.isAccepted && accepted.length < images.length
          ? [resizeMessages.tooMany(freeResizeImages)]
          : []),
        ...(otherCount > 0 ? [resizeMessages.otherKind(otherCount)] : []),
        ...sorted.notes,
      ])
    },
    resize() {
      const blockedReason = findBlockedReason()
      setComplaint(blockedReason)
      setNotes([])
      if (blockedReason === resizeMessages.noFile.description)
        toasts.show({ ...resizeMessages.noFile, variant: 'destructive' })
      else if (blockedReason) toasts.show({ title: blockedReason, variant: 'destructive' })
      else {
        toasts.show(resizeMessages.started)
        const uploads = uploadedFilesOf(files).map(({ uploadId }) => ({ uploadId }))
        void start({ ...toResizeRequest(settings), files: uploads })
      }
    },
    cancel: () => void cancel(),
    retry: (conversionId: string) => void retry(conversionId),
    deleteResult: () => void deleteResult(),
    /** Keeps the images. */
    backToOptions: reset,
    startOver() {
      reset()
      list.clear()
      setSelected(defaultResizeSettings)
      setNotes([])
      setComplaint(undefined)
    },
  }
}
