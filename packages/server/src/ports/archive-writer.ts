/** Packs files into one while it is being sent. */
import type { Readable } from 'node:stream'

export type ArchiveEntry =
  | { readonly name: string; readonly text: string }
  /** Opened only when its turn has come; what is gone by then (AppError 'not-found') is left out. */
  | { readonly name: string; readonly read: () => Promise<Readable> }
  /** Written when its turn has come, about what was left out before it; undefined where there is nothing to say. */
  | { readonly name: string; readonly note: (leftOut: readonly string[]) => string | undefined }

export interface ArchiveWriter {
  /** Fails in the middle of the stream when an entry is there and cannot be read. */
  write(entries: readonly ArchiveEntry[]): Readable
}
