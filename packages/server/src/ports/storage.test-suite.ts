/** What every storage must do, whatever it keeps its bytes in. */
import { afterEach, beforeEach, describe } from 'vitest'
import { testAppending } from './storage.test-appending.ts'
import { testFailing } from './storage.test-failing.ts'
import { testKeeping } from './storage.test-keeping.ts'
import type { StoragePlace, StorageTests } from './storage.test-place.ts'
import { testRemoving } from './storage.test-removing.ts'
import type { Storage } from './storage.ts'

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
