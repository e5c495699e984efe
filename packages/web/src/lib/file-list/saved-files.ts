/** What a list of files keeps over a reload: files that have arrived, the choices made, the job that works on them. */
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
    const work = { ...readSavedFiles(toolId), ...change }
    const hasFiles = work.files !== undefined && work.files.length > 0
    // Choices belong to files; without any there is nothing to come back to.
    if (hasFiles || work.job) localStorage.setItem(storageKey(toolId), JSON.stringify(work))
    else localStorage.removeItem(storageKey(toolId))
  } catch {
    // Storage may be full or closed to us: the work goes on, it only cannot be found again after a reload.
  }
}

export function hasSavedFiles(toolId: string): boolean {
  const { files = [], job } = readSavedFiles(toolId)
  return files.length > 0 || job !== undefined
}

function storageKey(toolId: string): string {
  return `filesmith.work.${toolId}`
}
