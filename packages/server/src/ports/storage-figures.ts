/** Storage usage according to the database: totals, largest owners and expiry. */

interface FileTotals {
  readonly files: number
  readonly bytes: number
}

export interface StorageUsage {
  readonly uploads: FileTotals
  readonly results: FileTotals
  readonly databaseBytes: number
  /** By the UTC day of expiry. */
  readonly byDay: readonly { readonly day: string; readonly bytes: number }[]
  /** Largest first; the account's username, null for visitors. */
  readonly largestOwners: readonly (FileTotals & { readonly ownerId: string; readonly name: string | null })[]
}

export interface StorageFigures {
  storedBytes(): Promise<number>
  measure(): Promise<StorageUsage>
}

/** Where the bytes are stored, according to the settings. */
export interface StorageLocation {
  readonly kind: 'disk' | 's3'
  /** Folder or bucket. */
  readonly place: string
  /** Of the disk; null for a bucket. */
  readonly freeBytes: number | null
  readonly totalBytes: number | null
}
