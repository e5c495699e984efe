/** What an adapter provides to the storage conformance suite. */
import type { StorageFactory } from './storage.test-writer.ts'
import type { Storage } from './storage.ts'

/** One empty storage. */
export interface StorageHarness {
  /** Each call opens the same storage again, as another process would. */
  open(): Promise<Storage>
  /** The same, for use in a child process. */
  readonly factory: StorageFactory
  /** Remains of unfinished writes. */
  leftovers(): Promise<readonly string[]>
  cleanUp(): Promise<void>
}

export interface StorageTestContext {
  readonly harness: StorageHarness
  readonly storage: Storage
}
