/** Streams files as one archive. */
import type { Readable } from 'node:stream'

export type ArchiveEntry =
  | { readonly name: string; readonly text: string }
  /** Opened only when it is written; an entry that is gone by then (AppError 'not-found') is skipped. */
  | { readonly name: string; readonly read: () => Promise<Readable> }
  /** Generated when it is written, from the names skipped before it; undefined omits the entry. */
  | { readonly name: string; readonly note: (leftOut: readonly string[]) => string | undefined }

export interface ArchiveWriter {
  /** The stream fails if an existing entry cannot be read. */
  write(entries: readonly ArchiveEntry[]): Readable
}
