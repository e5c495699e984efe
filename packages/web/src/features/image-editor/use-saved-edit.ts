/** Keeps the open image and its edits in this browser, and opens them again after leaving the page or a reload. */
import { type ImageEdit, imageFilters } from '@filesmith/contract/image-edit/settings'
import { useEffect, useEffectEvent, useRef } from 'react'
import { z } from 'zod'
import { keepLocalFile, readLocalFile, removeLocalFile } from '../../lib/local-files.ts'
import { readTabWork, saveTabWork } from '../../lib/tab-work.ts'

const workId = 'image-editor'

const editSchema: z.ZodType<ImageEdit> = z.object({
  brightness: z.number(),
  contrast: z.number(),
  saturation: z.number(),
  blur: z.number(),
  rotate: z.number(),
  flipHorizontal: z.boolean(),
  flipVertical: z.boolean(),
  cropX: z.number(),
  cropY: z.number(),
  cropWidth: z.number(),
  cropHeight: z.number(),
  filter: z.enum(imageFilters),
  resizeWidth: z.number(),
  resizeHeight: z.number(),
  maintainAspectRatio: z.boolean(),
})

const savedSchema = z.object({ fileId: z.string(), edit: editSchema })

interface SavedEdit {
  /** Undefined while no image is open. */
  readonly file: File | undefined
  readonly edit: ImageEdit
  /** Called once, if the image of an earlier visit is still there. */
  readonly onFound: (file: File, edit: ImageEdit) => void
}

export function useSavedEdit({ file, edit, onFound }: SavedEdit): { forget(): void } {
  const kept = useRef<{ readonly file: File; readonly id: string }>(undefined)

  const restore = useEffectEvent(async () => {
    const saved = readTabWork(workId, savedSchema)
    const found = saved && (await readLocalFile(saved.fileId))
    // The user may have opened another image meanwhile.
    if (!found || kept.current) return
    kept.current = { file: found, id: saved.fileId }
    onFound(found, saved.edit)
  })
  useEffect(() => void restore(), [])

  const forget = () => {
    if (kept.current) void removeLocalFile(kept.current.id)
    kept.current = undefined
    saveTabWork(workId, undefined)
  }

  useEffect(() => {
    if (!file) return
    if (kept.current?.file !== file) {
      if (kept.current) void removeLocalFile(kept.current.id)
      kept.current = { file, id: `${workId}-${crypto.randomUUID()}` }
      void keepLocalFile(kept.current.id, file)
    }
    saveTabWork(workId, { fileId: kept.current.id, edit })
  }, [file, edit])

  return { forget }
}
