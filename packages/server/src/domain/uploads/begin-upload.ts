/** Starts an upload: reserves its bytes within the quotas before any data is accepted. */
import { randomUUID } from 'node:crypto'
import { toMegabytes } from '@filesmith/contract/bytes'
import { AppError } from '@filesmith/contract/errors'
import type { PlanId } from '@filesmith/contract/plans'
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import type { StorageLocation } from '../../ports/storage-figures.ts'
import type {
  HolderLimits,
  UploadLimits,
  UploadRecord,
  UploadRefusal,
  UploadStore,
} from '../../ports/upload-store.ts'
import type { Requester } from '../allowance/requester.ts'
import { isVisitor, type Owner } from '../owners/owner.ts'
import { cleanFileName } from './clean-file-name.ts'
import { uploadKey } from './upload-key.ts'

export interface UploadQuota {
  readonly owner: Readonly<Record<PlanId, HolderLimits>>
  /** For all anonymous visitors of one network together. */
  readonly network: HolderLimits
  /** Uploads are refused if less than this is free on the storage disk. */
  readonly minFreeBytes: number
}

export interface BeginUploadDeps {
  readonly uploads: UploadStore
  readonly uploadQuota: UploadQuota
  readonly storageLocation: () => Promise<StorageLocation>
  readonly abandonedUploadHours: number
}

export interface UploadStart {
  readonly id?: string
  readonly fileName: string
  readonly operation: UploadPurpose | null
  /** File size, or its maximum if unknown. */
  readonly reservedBytes: number
  readonly isResumable: boolean
  /** Files that a running job passes between steps; not subject to quotas, so that running jobs can finish. */
  readonly isWithinJob?: boolean | undefined
}

export async function beginUpload(
  deps: BeginUploadDeps,
  { owner, addressHash }: Requester,
  { isResumable, isWithinJob, reservedBytes, ...start }: UploadStart,
): Promise<UploadRecord> {
  const id = start.id ?? randomUUID()
  const now = new Date()
  const upload: UploadRecord = {
    id,
    ownerId: owner.id,
    operation: start.operation,
    fileName: cleanFileName(start.fileName),
    declaredBytes: reservedBytes,
    storageKey: uploadKey(id),
    // Accounts that share an office network must not use up each other's quota.
    networkHash: isVisitor(owner) ? addressHash : null,
    format: null,
    inspection: null,
    createdAt: now,
    completedAt: null,
    expiresAt: new Date(now.getTime() + deps.abandonedUploadHours * 3_600_000),
  }
  const limits = isWithinJob ? null : await limitsOf(deps, owner, upload)
  const refusal = await deps.uploads.reserve(upload, { isResumable, limits })
  if (refusal) throw refusalError(deps.uploadQuota, owner, refusal)
  return upload
}

/** Reserves again before a resumable upload continues. */
export async function continueUpload(
  deps: BeginUploadDeps,
  owner: Owner,
  upload: UploadRecord,
): Promise<void> {
  const refusal = await deps.uploads.renewReservation(upload, await limitsOf(deps, owner, upload))
  if (refusal) throw refusalError(deps.uploadQuota, owner, refusal)
}

async function limitsOf(
  { uploadQuota, storageLocation }: BeginUploadDeps,
  { plan }: Owner,
  { networkHash }: UploadRecord,
): Promise<UploadLimits> {
  const { freeBytes } = await storageLocation()
  return {
    owner: uploadQuota.owner[plan],
    network: networkHash === null ? null : uploadQuota.network,
    disk: freeBytes === null ? null : { freeBytes, minFreeBytes: uploadQuota.minFreeBytes },
  }
}

/** The end of an open upload is unknown; retrying after a minute is reasonable. */
const retryAfterSeconds = 60

function refusalError({ owner, network }: UploadQuota, { plan }: Owner, refusal: UploadRefusal): AppError {
  switch (refusal) {
    case 'owner-bytes':
      return new AppError('storage-quota-used', { size: describeSize(owner[plan].maxBytes) })
    case 'owner-open':
      return new AppError('too-many-uploads', { limit: owner[plan].maxOpen, retryAfterSeconds })
    case 'network-bytes':
      return new AppError('network-quota-used', { size: describeSize(network.maxBytes), retryAfterSeconds })
    case 'network-open':
      return new AppError('network-too-many-uploads', { limit: network.maxOpen, retryAfterSeconds })
    case 'disk-full':
      return new AppError('storage-full')
  }
}

function describeSize(bytes: number): string {
  const megabytes = toMegabytes(bytes)
  return megabytes < 1024 ? `${megabytes} MB` : `${Number((megabytes / 1024).toFixed(1))} GB`
}
