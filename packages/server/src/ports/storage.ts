/** Where bytes are kept. Keys are made by the server, never from a user's words. */
import type { Readable } from 'node:stream'

export interface ByteRange {
  readonly start: number
  /** Inclusive. */
  readonly end: number
}

export interface StoredObject {
  readonly key: string
  readonly sizeBytes: number
  readonly modifiedAt: Date
}

export interface Storage {
  /** All or nothing: the object appears when the last byte has been taken, and not at all if the source fails. */
  write(key: string, source: Readable): Promise<{ sizeBytes: number }>
  /** Throws AppError('not-found') for a missing object. */
  read(key: string, range?: ByteRange): Promise<Readable>
  stat(key: string): Promise<{ sizeBytes: number } | undefined>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** Every object whose key starts with the prefix, unfinished appends included. */
  removeAll(prefix: string): Promise<void>
  list(prefix: string): AsyncIterable<StoredObject>
  /** Puts the object's bytes at a local path that does not exist yet, by a link where that is possible. */
  fetchTo(key: string, path: string): Promise<void>

  /**
   * Growing objects, for resumable uploads. Bytes that were taken before the source failed stay taken.
   * Appending at another offset than the present length throws AppError('invalid-request').
   */
  append(key: string, offsetBytes: number, source: Readable): Promise<{ lengthBytes: number }>
  /** How much of a growing object is safely kept; 0 when nothing is. */
  appendedBytes(key: string): Promise<number>
  /** Turns the growing object into a finished one, readable under the same key. Sealing twice is no error. */
  seal(key: string): Promise<void>

  close(): Promise<void>
}
