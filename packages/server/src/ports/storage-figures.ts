/** What is kept, by the records about it: how much, whose, and for how long. */

interface Kept {
  readonly files: number
  readonly bytes: number
}

export interface KeptFigures {
  readonly uploads: Kept
  readonly results: Kept
  readonly databaseBytes: number
  /** By the day of UTC on which it goes. */
  readonly byDay: readonly { readonly day: string; readonly bytes: number }[]
  /** Largest first; the name is that of the account, null for visitors. */
  readonly largestOwners: readonly (Kept & { readonly ownerId: string; readonly name: string | null })[]
}

export interface StorageFigures {
  storedBytes(): Promise<number>
  measure(): Promise<KeptFigures>
}

/** Where the bytes are, as the settings say it. */
export interface StoragePlace {
  readonly kind: 'disk' | 's3'
  /** The folder or the bucket. */
  readonly place: string
  /** Of the disk; null for a bucket. */
  readonly freeBytes: number | null
  readonly totalBytes: number | null
}
