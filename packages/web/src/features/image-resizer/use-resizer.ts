/** State of the image resizer: files, settings and server job. */
import { checkFiles } from '@filesmith/contract/check-files'
import type { Size } from '@filesmith/contract/image-edit/geometry'
import { freeResizeImages, resizeImage } from '@filesmith/contract/operations/resize-image'
import type { PlanId } from '@filesmith/contract/plans'
import { resizeMessages } from '@filesmith/contract/tools/resize/messages'
import { extensionsOf } from '@filesmith/contract/tools/tool'
import { useEffect, useRef, useState } from 'react'
import { batchJob, countDone } from '../../lib/batch/describe-batch.ts'
import { type FileNote, filterPickedFiles, noteOf, pathsOf } from '../../lib/file-list/filter-picked-files.ts'
import { extensionOf } from '../../lib/file-list/kind-of-name.ts'
import type { ListedFile } from '../../lib/file-list/listed-file.ts'
import { stoppedReason } from '../../lib/file-list/pending-reason.ts'
import type { PickedFiles } from '../../lib/file-list/picked-file.ts'
import { useImageDetails } from '../../lib/file-list/use-image-details.ts'
import { useJob } from '../../lib/job/use-job.ts'
import { loadImage } from '../../lib/load-image.ts'
import { pageWithin } from '../../lib/page-choice.tsx'
import { toasts } from '../../lib/toast-store.ts'
import type { Blocked } from '../../lib/tool-page.tsx'
import {
  defaultResizeSettings,
  limitResizeToPlan,
  readSavedResizeSettings,
  resizeToolId,
  toResizeRequest,
  toSavedResizeSettings,
} from './resize-settings.ts'
import { withSide } from './target-size.ts'

const extensions = extensionsOf(resizeImage.inputs)
const isImage = (file: File) => file.type.startsWith('image/') || extensions.includes(extensionOf(file.name))

export function useResizer(plan: PlanId, maxBytes: number) {
  const [selected, setSelected] = useState(readSavedResizeSettings)
  const [notes, setNotes] = useState<readonly FileNote[]>([])
  const job = useJob({
    toolId: resizeToolId,
    purpose: 'resize-image',
    path: resizeImage.path,
    kind: batchJob(resizeMessages.noneSucceeded),
    options: toSavedResizeSettings(selected),
    downloadDelayMs: 800,
    texts: {
      failed: resizeMessages.failed,
      unanswered: resizeMessages.requestFailed,
      // Its own text, also for an error response without a message (SIZE-18).
      refusedWith: () => resizeMessages.requestFailed,
      succeeded(state) {
        const { done, all } = countDone(state)
        return done === all ? resizeMessages.succeeded : resizeMessages.partlySucceeded(done, all)
      },
      canceled: () => resizeMessages.canceled,
      deleted: resizeMessages.deleted,
      downloadMissing: resizeMessages.downloadMissing,
    },
  })
  const { files } = job.list
  const sizes = useImageSizes(files)
  const { details, maxPages } = useImageDetails(files)
  const [firstFile] = files
  const first = firstFile && sizes.get(firstFile.key)
  const settings = limitResizeToPlan(selected, plan)

  /** Uses the size of the first image, if known. */
  const applyOriginalSize = () => first && setSelected(now => ({ ...now, ...first }))
  const areBothEmpty = selected.width === null && selected.height === null
  useEffect(() => {
    // Cleared fields are filled once the size is known, but not while the user types in them.
    const isTyping = document.activeElement?.matches('[data-side]')
    if (areBothEmpty && first && !isTyping) setSelected(now => ({ ...now, ...first }))
  }, [areBothEmpty, first])

  const findBlocked = (): Blocked | undefined => {
    if (files.length === 0) return resizeMessages.noFile
    const isSized = settings.method === 'percentage' || Boolean(settings.width) || Boolean(settings.height)
    const title = isSized ? stoppedReason(files) : resizeMessages.noSize
    return title === undefined ? undefined : { title }
  }

  return {
    job,
    sizes,
    details,
    maxPages,
    first,
    settings,
    setSettings: setSelected,
    setSide: (side: 'width' | 'height', value: number | null) =>
      setSelected(now => withSide(now, side, value, first)),
    applyOriginalSize,
    /** Called on blur: two empty fields mean the size of the first image. */
    fillEmpty: () => areBothEmpty && applyOriginalSize(),
    notes,
    blocked: findBlocked(),
    addPicked(picked: PickedFiles) {
      const sorted = filterPickedFiles(picked, files, { keepsEmpty: false })
      const images = sorted.files.filter(({ file }) => isImage(file))
      const others = sorted.files.filter(({ file }) => !isImage(file))
      const checked = checkFiles(
        images.map(({ file }) => file),
        { accept: '', isMultiple: true, maxBytes },
      )
      if (!checked.isAccepted && checked.reason === 'too-large') window.alert(checked.message)
      const remaining = plan === 'free' ? Math.max(0, freeResizeImages - files.length) : images.length
      const accepted = checked.isAccepted ? images.slice(0, remaining) : []
      job.list.add(accepted)
      setNotes([
        ...(checked.isAccepted
          ? noteOf(pathsOf(images.slice(remaining)), () => resizeMessages.tooMany(freeResizeImages))
          : []),
        ...noteOf(pathsOf(others), resizeMessages.otherKind),
        ...sorted.notes,
      ])
    },
    resize() {
      setNotes([])
      toasts.show(resizeMessages.started)
      void job.start(uploads => ({
        ...toResizeRequest({
          ...settings,
          page: pageWithin(settings.page || undefined, maxPages, files.length > 1) ?? 0,
        }),
        files: uploads.map(({ uploadId }) => ({ uploadId })),
      }))
    },
    startOver() {
      job.clear()
      setSelected(defaultResizeSettings)
      setNotes([])
    },
  }
}

type ImageSizes = ReadonlyMap<string, Size | undefined>

/** Reads the dimensions of the selected images in the browser; undefined for formats it cannot decode. */
function useImageSizes(files: readonly ListedFile[]): ImageSizes {
  const [sizes, setSizes] = useState<ImageSizes>(new Map())
  const requested = useRef(new Set<string>())
  useEffect(() => {
    const fresh = files.filter(({ key, file }) => file !== undefined && !requested.current.has(key))
    if (fresh.length === 0) return
    for (const { key } of fresh) requested.current.add(key)
    // One at a time: decoding a folder of photos at once would exhaust the memory.
    void (async () => {
      for (const { key, file } of fresh) {
        const image = file && (await loadImage(file))
        const size = image && { width: image.naturalWidth, height: image.naturalHeight }
        setSizes(known => new Map(known).set(key, size && size.width > 0 ? size : undefined))
      }
    })()
  }, [files])
  return sizes
}
