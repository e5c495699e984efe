/** Records of uploaded files, complete or still arriving. The bytes are in storage. */
import type { ErrorCode, ErrorParams } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import type { MediaDetails } from '@filesmith/contract/schemas/media'
import type { DeletionReason } from '@filesmith/contract/schemas/receipt'
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'

export interface UploadInspection {
  readonly media: MediaDetails | null
  /** Storage key of the preview image. */
  readonly previewKey: string | null
  readonly previewBytes?: number
  readonly previewStoredAt?: string
  readonly problem: { readonly code: ErrorCode; readonly params: ErrorParams } | null
}

export interface UploadRecord {
  readonly id: string
  readonly ownerId: string
  /** The tool the file was uploaded for; determines its size limit. */
  readonly operation: UploadPurpose | null
  readonly fileName: string
  /** Reserved bytes while the upload is incomplete, then the file size. */
  readonly declaredBytes: number
  readonly storageKey: string
  /** Keyed hash of a visitor's network; null for accounts, which have their own limits. */
  readonly networkHash: string | null
  /** Detected from the content once complete; null if unknown. */
  readonly format: FormatId | null
  /** Null until the upload has been inspected. */
  readonly inspection: UploadInspection | null
  readonly createdAt: Date
  readonly completedAt: Date | null
  readonly expiresAt: Date
}

/** Maximum bytes, and maximum incomplete uploads. */
export interface HolderLimits {
  readonly maxBytes: number
  readonly maxOpen: number
}

export interface UploadLimits {
  readonly owner: HolderLimits
  /** For all uploads with the same network hash; null for uploads without one. */
  readonly network: HolderLimits | null
  /** Free space on the upload disk, and the minimum that must stay free; null for other storage. */
  readonly disk: { readonly freeBytes: number; readonly minFreeBytes: number } | null
}

export type UploadRefusal = 'owner-bytes' | 'owner-open' | 'network-bytes' | 'network-open' | 'disk-full'

export interface UploadStore {
  /**
   * The only way to add an upload. Its declared bytes are reserved in the same transaction: stored bytes
   * (uploads and results) plus reserved bytes, and open uploads, never exceed a limit under concurrent requests.
   * Limits are null for files of a job that is already running.
   */
  reserve(
    upload: UploadRecord,
    options: { readonly isResumable: boolean; readonly limits: UploadLimits | null },
  ): Promise<UploadRefusal | undefined>
  /**
   * A resumable upload without data for an hour reserves only the bytes received, and is not counted as
   * open. Resuming it reserves the rest again.
   */
  renewReservation(upload: UploadRecord, limits: UploadLimits): Promise<UploadRefusal | undefined>
  /** Undefined if the id belongs to another owner. */
  find(id: string, ownerId: string): Promise<UploadRecord | undefined>
  listOwned(ownerId: string): Promise<UploadRecord[]>
  /** The existing ones of these ids. */
  listSome(ids: readonly string[], ownerId: string): Promise<UploadRecord[]>
  /** Without an owner check: for workers only. */
  findForWork(id: string): Promise<UploadRecord | undefined>
  /** False if the upload was deleted. */
  recordInspection(id: string, inspection: UploadInspection): Promise<boolean>
  /** False if the upload was deleted. */
  complete(
    id: string,
    file: Pick<UploadRecord, 'format' | 'expiresAt'> & {
      readonly sizeBytes: number
      readonly completedAt: Date
    },
  ): Promise<boolean>
  /**
   * Call only after the bytes are deleted: receipts are updated in the same transaction. True if the record existed.
   */
  remove(id: string, reason: DeletionReason): Promise<boolean>
  /** Expired uploads that no waiting or running conversion needs. */
  listExpired(now: Date, limit: number): Promise<UploadRecord[]>

  /** Only one process may append at a time; the lease expires by itself if its holder dies. */
  acquireLease(id: string, holder: string, durationMs: number): Promise<boolean>
  findLeaseHolder(id: string): Promise<string | null>
  renewLease(id: string, holder: string, durationMs: number): Promise<boolean>
  /** Also stores the number of received bytes, if known. */
  releaseLease(id: string, holder: string, receivedBytes: number | undefined): Promise<void>
}
