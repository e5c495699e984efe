/** Persists a file list across reloads in localStorage: uploads, options and running job. */
import { acceptedReplySchema } from '@filesmith/contract/schemas/conversion'
import { z } from 'zod'

const savedFilesSchema = z.object({
  files: z
    .array(
      z.object({
        uploadId: z.string(),
        path: z.string(),
        sizeBytes: z.number(),
        modifiedAt: z.string().optional(),
      }),
    )
    .optional(),
  /** Never a password. */
  options: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  job: acceptedReplySchema.optional(),
})
type SavedFiles = z.infer<typeof savedFilesSchema>

export function readSavedFiles(toolId: string): SavedFiles {
  try {
    return savedFilesSchema.parse(JSON.parse(localStorage.getItem(storageKey(toolId)) ?? '{}'))
  } catch {
    return {}
  }
}

export function saveFiles(
  toolId: string,
  change: { [Part in keyof SavedFiles]: SavedFiles[Part] | undefined },
): void {
  try {
    const saved = { ...readSavedFiles(toolId), ...change }
    const hasFiles = saved.files !== undefined && saved.files.length > 0
    // Options without files are not worth restoring.
    if (hasFiles || saved.job) localStorage.setItem(storageKey(toolId), JSON.stringify(saved))
    else localStorage.removeItem(storageKey(toolId))
  } catch {
    // Storage may be full or blocked: the tool works, but its state is lost on reload.
  }
}

export function hasSavedFiles(toolId: string): boolean {
  const { files = [], job } = readSavedFiles(toolId)
  return files.length > 0 || job !== undefined
}

function storageKey(toolId: string): string {
  return `filesmith.work.${toolId}`
}
