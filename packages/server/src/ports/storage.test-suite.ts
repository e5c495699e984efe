/** Conformance suite that every storage adapter must pass. */
import { afterEach, beforeEach, describe } from 'vitest'
import { testAppending } from './storage.test-appending.ts'
import { testFailing } from './storage.test-failing.ts'
import type { StorageHarness, StorageTestContext } from './storage.test-harness.ts'
import { testReadingAndWriting } from './storage.test-reading.ts'
import { testRemoving } from './storage.test-removing.ts'
import type { Storage } from './storage.ts'

export function describeStorageConformance(name: string, makeHarness: () => Promise<StorageHarness>): void {
  describe(name, () => {
    let harness: StorageHarness
    let storage: Storage

    beforeEach(async () => {
      harness = await makeHarness()
      storage = await harness.open()
    })

    afterEach(async () => {
      await storage.close()
      await harness.cleanUp()
    })

    const current = (): StorageTestContext => ({ harness, storage })
    testReadingAndWriting(current)
    testFailing(current)
    testAppending(current)
    testRemoving(current)
  })
}
