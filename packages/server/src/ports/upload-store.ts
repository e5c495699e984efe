/** Records of files people sent, finished or still arriving. The bytes themselves are in storage. */
import type { ErrorCode, ErrorParams } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import type { MediaDetails } from '@filesmith/contract/schemas/media'
import type { DeletionReason } from '@filesmith/contract/schemas/receipt'
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'

export interface UploadInspection {
  readonly media: MediaDetails | null
  /** Where a picture of it is kept. */
  readonly previewKey: string | null
  readonly previewBytes?: number
  readonly previewStoredAt?: string
  readonly problem: { readonly code: ErrorCode; readonly params: ErrorParams } | null
}

export interface UploadRecord {
  readonly id: string
  readonly ownerId: string
  /** What the file was sent for; decides its size limit. */
  readonly operation: UploadPurpose | null
  readonly fileName: string
  readonly declaredBytes: number
  readonly storageKey: string
  /** Sniffed from the content once all of it is there; null when nothing known was found. */
  readonly format: FormatId | null
  /** What a look inside found; null as long as nobody has looked. */
  readonly inspection: UploadInspection | null
  readonly createdAt: Date
  readonly completedAt: Date | null
  readonly expiresAt: Date
}

export interface UploadStore {
  insert(upload: UploadRecord): Promise<void>
  /** Only the owner's own; anybody else's id finds nothing. */
  find(id: string, ownerId: string): Promise<UploadRecord | undefined>
  listOwned(ownerId: string): Promise<UploadRecord[]>
  /** Those of them that are there. */
  listSome(ids: readonly string[], ownerId: string): Promise<UploadRecord[]>
  /** Whoever it belongs to: for workers only. */
  findForWork(id: string): Promise<UploadRecord | undefined>
  /** False when the upload is gone. */
  recordInspection(id: string, inspection: UploadInspection): Promise<boolean>
  complete(id: string, format: FormatId | null, expiresAt: Date): Promise<void>
  /** Only after its bytes are gone: receipts say so from then on. True if the record existed. */
  remove(id: string, reason: DeletionReason): Promise<boolean>
  /** Expired uploads that no waiting or running conversion still needs. */
  listExpired(now: Date, limit: number): Promise<UploadRecord[]>

  /** One process at a time may append; a lease runs out by itself when its holder dies. */
  acquireLease(id: string, holder: string, durationMs: number): Promise<boolean>
  findLeaseHolder(id: string): Promise<string | null>
  renewLease(id: string, holder: string, durationMs: number): Promise<boolean>
  releaseLease(id: string, holder: string): Promise<void>
}
