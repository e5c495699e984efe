/** What every storage must do, whatever it keeps its bytes in. */
import { afterEach, beforeEach, describe } from 'vitest'
import { testAppending } from './storage.test-appending.ts'
import { testFailing } from './storage.test-failing.ts'
import { testKeeping } from './storage.test-keeping.ts'
import { testRemoving } from './storage.test-removing.ts'
import type { StorageFactory } from './storage.test-writer.ts'
import type { Storage } from './storage.ts'

/** One empty storage. */
export interface StoragePlace {
  /** Every call opens the same place anew, as another process would. */
  open(): Promise<Storage>
  /** The same for a process of its own. */
  readonly factory: StorageFactory
  /** Whatever unfinished writes left behind. */
  leftovers(): Promise<readonly string[]>
  cleanUp(): Promise<void>
}

export interface StorageTests {
  readonly place: StoragePlace
  readonly storage: Storage
}

export function describeStorage(name: string, makePlace: () => Promise<StoragePlace>): void {
  describe(name, () => {
    let place: StoragePlace
    let storage: Storage

    beforeEach(async () => {
      place = await makePlace()
      storage = await place.open()
    })

    afterEach(async () => {
      await storage.close()
      await place.cleanUp()
    })

    const current = (): StorageTests => ({ place, storage })
    testKeeping(current)
    testFailing(current)
    testAppending(current)
    testRemoving(current)
  })
}
