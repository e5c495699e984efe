/** Packs files into one while it is being sent. */
import type { Readable } from 'node:stream'

export type ArchiveEntry =
  | { readonly name: string; readonly text: string }
  /** Opened only when its turn has come. */
  | { readonly name: string; readonly read: () => Promise<Readable> }

export interface ArchiveWriter {
  /** Fails in the middle of the stream when an entry cannot be read. */
  write(entries: readonly ArchiveEntry[]): Readable
}
