/**
 * Removes stored objects that no record knows of: what a process that was killed had written before it could say so,
 * and results of attempts that another one has overtaken.
 */
import type { OrphanFinder } from '../ports/orphan-finder.ts'
import type { Storage, StoredObject } from '../ports/storage.ts'

export interface RemoveOrphansDeps {
  readonly storage: Storage
  readonly orphans: OrphanFinder
}

/** One look at a time goes so far; the next one goes on from there. */
const objectsPerLook = 2000

const folders = ['uploads/', 'results/'] as const

export interface OrphanRemover {
  removeSome(): Promise<number>
}

/** `keptMs`: how old an object must be by the database's clock, so that nobody is about to make it known. */
export function createOrphanRemover({ storage, orphans }: RemoveOrphansDeps, keptMs: number): OrphanRemover {
  let listing: AsyncIterator<StoredObject> | undefined

  async function* listAll(): AsyncGenerator<StoredObject> {
    for (const folder of folders) yield* storage.list(folder)
  }

  async function takeSome(): Promise<StoredObject[]> {
    listing ??= listAll()
    const some: StoredObject[] = []
    while (some.length < objectsPerLook) {
      const next = await listing.next()
      if (next.done) {
        listing = undefined
        break
      }
      some.push(next.value)
    }
    return some
  }

  return {
    async removeSome() {
      try {
        const some = await takeSome()
        if (some.length === 0) return 0
        const oldest = await orphans.timeBefore(keptMs)
        const old = some.filter(({ modifiedAt }) => modifiedAt <= oldest).map(({ key }) => key)
        const unknown = await orphans.findUnknown(old)
        for (const key of unknown) await storage.remove(key)
        return unknown.length
      } catch (error) {
        // The storage may not go on with a listing that broke off.
        listing = undefined
        throw error
      }
    },
  }
}
