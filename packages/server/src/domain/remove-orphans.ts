/**
 * Removes stored objects that no record refers to: files written by a process that was killed before it could record
 * them, and results of outdated attempts.
 */
import type { OrphanFinder } from '../database/orphan-finder.ts'
import type { Storage, StoredObject } from '../ports/storage.ts'

export interface RemoveOrphansDeps {
  readonly storage: Storage
  readonly orphans: OrphanFinder
}

/** Limits one run; the next run continues the listing. */
const objectsPerRun = 2000

const folders = ['uploads/', 'results/'] as const

export interface OrphanRemover {
  removeSome(): Promise<number>
}

/** `keptMs`: minimum age by the database's clock, so that objects about to be recorded are not removed. */
export function createOrphanRemover(
  { storage, orphans }: RemoveOrphansDeps,
  minAgeMs: number,
): OrphanRemover {
  let listing: AsyncIterator<StoredObject> | undefined

  async function* listAll(): AsyncGenerator<StoredObject> {
    for (const folder of folders) yield* storage.list(folder)
  }

  async function nextObjects(): Promise<StoredObject[]> {
    listing ??= listAll()
    const objects: StoredObject[] = []
    while (objects.length < objectsPerRun) {
      const next = await listing.next()
      if (next.done) {
        listing = undefined
        break
      }
      objects.push(next.value)
    }
    return objects
  }

  return {
    async removeSome() {
      try {
        const objects = await nextObjects()
        if (objects.length === 0) return 0
        const oldest = await orphans.timeBefore(minAgeMs)
        const old = objects.filter(({ modifiedAt }) => modifiedAt <= oldest).map(({ key }) => key)
        const unknown = await orphans.findUnknown(old)
        for (const key of unknown) await storage.remove(key)
        return unknown.length
      } catch (error) {
        // A failed listing may not be resumable; start over.
        listing = undefined
        throw error
      }
    },
  }
}
