/** Persists the state of a converter across reloads in localStorage: upload, options and running job. */
import { acceptedReplySchema } from '@filesmith/contract/schemas/conversion'
import { z } from 'zod'

const savedWorkSchema = z.object({
  upload: z.object({ id: z.string(), fileName: z.string(), sizeBytes: z.number() }).optional(),
  options: z.object({ outputFormat: z.string(), quality: z.string() }).optional(),
  job: acceptedReplySchema.optional(),
})
export type SavedWork = z.infer<typeof savedWorkSchema>

export function readSavedWork(toolId: string): SavedWork {
  try {
    return savedWorkSchema.parse(JSON.parse(localStorage.getItem(storageKey(toolId)) ?? '{}'))
  } catch {
    return {}
  }
}

export function saveWork(
  toolId: string,
  change: { [Part in keyof SavedWork]: SavedWork[Part] | undefined },
): void {
  try {
    const work = { ...readSavedWork(toolId), ...change }
    // Options without a file are not worth restoring.
    if (work.upload || work.job) localStorage.setItem(storageKey(toolId), JSON.stringify(work))
    else localStorage.removeItem(storageKey(toolId))
  } catch {
    // Storage may be full or blocked: the tool works, but its state is lost on reload.
  }
}

/** Moves an upload to another tool that accepts it. */
export function moveUpload(fromToolId: string, toToolId: string): void {
  const { upload } = readSavedWork(fromToolId)
  saveWork(fromToolId, { upload: undefined, job: undefined })
  saveWork(toToolId, { upload })
}

export function hasSavedWork(toolId: string): boolean {
  const { upload, job } = readSavedWork(toolId)
  return upload !== undefined || job !== undefined
}

function storageKey(toolId: string): string {
  return `filesmith.work.${toolId}`
}
