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
  /** What is reserved while the file arrives, and its size once it is complete. */
  readonly declaredBytes: number
  readonly storageKey: string
  /** Keyed hash of the network a visitor sent it from; null for accounts, which are limited by themselves. */
  readonly networkHash: string | null
  /** Sniffed from the content once all of it is there; null when nothing known was found. */
  readonly format: FormatId | null
  /** What a look inside found; null as long as nobody has looked. */
  readonly inspection: UploadInspection | null
  readonly createdAt: Date
  readonly completedAt: Date | null
  readonly expiresAt: Date
}

/** At most so many bytes, and so many uploads that are not complete. */
export interface HolderLimits {
  readonly maxBytes: number
  readonly maxOpen: number
}

export interface UploadLimits {
  readonly owner: HolderLimits
  /** For all uploads with the same network hash; null for uploads without one. */
  readonly network: HolderLimits | null
  /** Room on the disk that uploads are written to, and how much of it must stay free; null for other storage. */
  readonly disk: { readonly freeBytes: number; readonly minFreeBytes: number } | null
}

export type UploadRefusal = 'owner-bytes' | 'owner-open' | 'network-bytes' | 'network-open' | 'disk-full'

export interface UploadStore {
  /**
   * The only way to add an upload. Its declared bytes are reserved in the same transaction: bytes that are stored
   * (uploads and results) or reserved, and open uploads, never exceed a limit, however many requests run at once.
   * Null limits are for files of a job that is already running.
   */
  reserve(
    upload: UploadRecord,
    options: { readonly isResumable: boolean; readonly limits: UploadLimits | null },
  ): Promise<UploadRefusal | undefined>
  /**
   * A resumable upload that received nothing for an hour holds only the bytes that arrived, and is not counted as
   * open. Continuing it reserves the rest again.
   */
  renewReservation(upload: UploadRecord, limits: UploadLimits): Promise<UploadRefusal | undefined>
  /** Only the owner's own; anybody else's id finds nothing. */
  find(id: string, ownerId: string): Promise<UploadRecord | undefined>
  listOwned(ownerId: string): Promise<UploadRecord[]>
  /** Those of them that are there. */
  listSome(ids: readonly string[], ownerId: string): Promise<UploadRecord[]>
  /** Whoever it belongs to: for workers only. */
  findForWork(id: string): Promise<UploadRecord | undefined>
  /** False when the upload is gone. */
  recordInspection(id: string, inspection: UploadInspection): Promise<boolean>
  /** False when the upload is gone. */
  complete(
    id: string,
    file: { readonly sizeBytes: number; readonly format: FormatId | null; readonly expiresAt: Date },
  ): Promise<boolean>
  /** Only after its bytes are gone: receipts say so from then on. True if the record existed. */
  remove(id: string, reason: DeletionReason): Promise<boolean>
  /** Expired uploads that no waiting or running conversion still needs. */
  listExpired(now: Date, limit: number): Promise<UploadRecord[]>

  /** One process at a time may append; a lease runs out by itself when its holder dies. */
  acquireLease(id: string, holder: string, durationMs: number): Promise<boolean>
  findLeaseHolder(id: string): Promise<string | null>
  renewLease(id: string, holder: string, durationMs: number): Promise<boolean>
  /** With how much has arrived, where that is known. */
  releaseLease(id: string, holder: string, receivedBytes: number | undefined): Promise<void>
}
