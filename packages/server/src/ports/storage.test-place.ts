/** What a storage under test is given as. */
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
