/** Where bytes are kept. Keys are made by the server, never from a user's words. */
import type { Readable } from 'node:stream'

export interface ByteRange {
  readonly start: number
  /** Inclusive; beyond the end of the object it means the end. */
  readonly end: number
}

export interface StoredObject {
  readonly key: string
  readonly sizeBytes: number
  readonly modifiedAt: Date
}

/** How somebody who fetches an object without us is told what it is. */
export interface PresignedDownload {
  readonly contentDisposition: string
  readonly contentType: string
  readonly expiresInSeconds: number
}

/**
 * Keys are words between slashes (see adapters/storage-key), and no key may be the folder of another; others throw
 * AppError('invalid-request'). A full disk throws AppError('storage-full'), a storage that cannot be reached
 * AppError('unavailable'). A source that is taken is always read to its end or destroyed.
 */
export interface Storage {
  /**
   * All or nothing: the object appears when the last byte has been taken, and not at all if the source fails.
   * Of several writers of one key the last to finish wins.
   */
  write(key: string, source: Readable): Promise<{ sizeBytes: number }>
  /** Throws AppError('not-found') for a missing object, AppError('invalid-request') for a range after its end. */
  read(key: string, range?: ByteRange): Promise<Readable>
  stat(key: string): Promise<{ sizeBytes: number } | undefined>
  /** Also ends an unfinished append of this key. Removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** Every object whose key starts with the prefix, unfinished appends included. End it with a slash for a folder. */
  removeAll(prefix: string): Promise<void>
  /** Finished objects only, in no particular order. */
  list(prefix: string): AsyncIterable<StoredObject>
  /**
   * Puts the object's bytes at a local path that does not exist yet, by a link where that is possible: read the
   * file there or remove it, but do not change it.
   */
  fetchTo(key: string, path: string): Promise<void>

  /**
   * Growing objects, for resumable uploads. Bytes that were taken before the source failed stay taken.
   * Appending at another offset than the present length throws AppError('invalid-request').
   * One append at a time for a key: the caller holds a lock.
   */
  append(key: string, offsetBytes: number, source: Readable): Promise<{ lengthBytes: number }>
  /** How much of a growing object is safely kept; 0 when nothing is, or when it was sealed. */
  appendedBytes(key: string): Promise<number>
  /**
   * Turns the growing object into a finished one, readable under the same key. Sealing twice is no error;
   * sealing what was never appended to throws AppError('not-found').
   */
  seal(key: string): Promise<void>

  /**
   * An address anybody may fetch this one object from, whole, until it expires. Only storages that people can reach
   * have it, and only where it is wanted.
   */
  readonly presign?: ((key: string, download: PresignedDownload) => Promise<string>) | undefined

  close(): Promise<void>
}
