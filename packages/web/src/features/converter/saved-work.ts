/** What a converter keeps over a reload or a closed tab: the finished upload and the job that works on it. */
import { acceptedReplySchema } from '@filesmith/contract/schemas/conversion'
import { z } from 'zod'

const savedWorkSchema = z.object({
  upload: z.object({ id: z.string(), fileName: z.string(), sizeBytes: z.number() }).optional(),
  job: acceptedReplySchema.optional(),
})
export type SavedWork = z.infer<typeof savedWorkSchema>

export function readSavedWork(key: string): SavedWork {
  try {
    return savedWorkSchema.parse(JSON.parse(localStorage.getItem(storageKey(key)) ?? '{}'))
  } catch {
    return {}
  }
}

export function saveWork(
  key: string,
  change: { [Part in keyof SavedWork]: SavedWork[Part] | undefined },
): void {
  try {
    const work = { ...readSavedWork(key), ...change }
    if (work.upload || work.job) localStorage.setItem(storageKey(key), JSON.stringify(work))
    else localStorage.removeItem(storageKey(key))
  } catch {
    // Storage may be full or closed to us: the work goes on, it only cannot be found again after a reload.
  }
}

function storageKey(key: string): string {
  return `filesmith.work.${key}`
}
