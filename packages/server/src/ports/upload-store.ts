/** Records of files people sent, finished or still arriving. The bytes themselves are in storage. */
import type { FormatId } from '@filesmith/contract/formats'
import type { OperationId } from '@filesmith/contract/operations/registry'

export interface UploadRecord {
  readonly id: string
  readonly ownerId: string
  /** What the file was sent for; decides its size limit. */
  readonly operation: OperationId | null
  readonly fileName: string
  readonly declaredBytes: number
  readonly storageKey: string
  /** Sniffed from the content once all of it is there; null when nothing known was found. */
  readonly format: FormatId | null
  readonly createdAt: Date
  readonly completedAt: Date | null
  readonly expiresAt: Date
}

export interface UploadStore {
  insert(upload: UploadRecord): Promise<void>
  /** Only the owner's own; anybody else's id finds nothing. */
  find(id: string, ownerId: string): Promise<UploadRecord | undefined>
  complete(id: string, format: FormatId | null, expiresAt: Date): Promise<void>
  /** True if the record existed. */
  remove(id: string): Promise<boolean>
  /** Expired uploads that no waiting or running conversion still needs. */
  listExpired(now: Date, limit: number): Promise<UploadRecord[]>

  /** One process at a time may append; a lease runs out by itself when its holder dies. */
  acquireLease(id: string, holder: string, durationMs: number): Promise<boolean>
  renewLease(id: string, holder: string, durationMs: number): Promise<boolean>
  releaseLease(id: string, holder: string): Promise<void>
}
