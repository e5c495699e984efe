/** Uploads: starting within the quotas, finding and removing them. */
import { randomUUID } from 'node:crypto'
import { toMegabytes } from '@filesmith/contract/bytes'
import { AppError } from '@filesmith/contract/errors'
import { defaultMaxBytes, maxBytesFor } from '@filesmith/contract/limits'
import { type PlanId, plans } from '@filesmith/contract/plans'
import type { DeletionReason } from '@filesmith/contract/schemas/receipt'
import { maxUploadBytes, operationFor, type UploadPurpose } from '@filesmith/contract/upload-purposes'
import type { StorageLocation } from '../../database/storage-figures.ts'
import type {
  HolderLimits,
  UploadLimits,
  UploadRecord,
  UploadRefusal,
  UploadStore,
} from '../../database/upload-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Requester } from '../allowance/allowance.ts'
import { isId } from '../is-id.ts'
import { isVisitor, type Owner } from '../owners/owner.ts'

export interface UploadQuota {
  readonly owner: Readonly<Record<PlanId, HolderLimits>>
  /** For all anonymous visitors of one network together. */
  readonly network: HolderLimits
  /** Uploads are refused if less than this is free on the storage disk. */
  readonly minFreeBytes: number
  /** Percentage of the free disk space that one holder may reserve without having sent it. */
  readonly unsentPercent: {
    /** Of one visitor, and of all visitors of one network. */
    readonly visitor: number
    readonly account: number
  }
  /** An upload that received nothing for this long reserves nothing. */
  readonly idleSeconds: number
}

export interface BeginUploadDeps extends Clock {
  readonly uploads: UploadStore
  readonly uploadQuota: UploadQuota
  readonly storageLocation: () => Promise<StorageLocation>
  readonly abandonedUploadHours: number
}

interface UploadStart {
  readonly id?: string
  /** Undefined if the client did not name it. */
  readonly fileName: string | undefined
  readonly operation: UploadPurpose | null
  /** File size, or its maximum if unknown. */
  readonly reservedBytes: number
  readonly isResumable: boolean
  /** Files that a running job passes between steps; not subject to quotas, so that running jobs can finish. */
  readonly isWithinJob?: boolean | undefined
}

/** Starts an upload: reserves its bytes within the quotas before any data is accepted. */
export async function beginUpload(
  deps: BeginUploadDeps,
  { owner, addressHash }: Requester,
  { isResumable, isWithinJob, reservedBytes, ...start }: UploadStart,
): Promise<UploadRecord> {
  const id = start.id ?? randomUUID()
  const now = deps.now()
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
  if (refusal) throw refusalError(deps.uploadQuota, owner, limits, refusal)
  return upload
}

/** Reserves again before a resumable upload continues. */
export async function continueUpload(
  deps: BeginUploadDeps,
  owner: Owner,
  upload: UploadRecord,
): Promise<void> {
  const limits = await limitsOf(deps, owner, upload)
  const refusal = await deps.uploads.renewReservation(upload, limits)
  if (refusal) throw refusalError(deps.uploadQuota, owner, limits, refusal)
}

async function limitsOf(
  { uploadQuota, storageLocation }: BeginUploadDeps,
  owner: Owner,
  { networkHash }: UploadRecord,
): Promise<UploadLimits> {
  const { freeBytes } = await storageLocation()
  const { minFreeBytes, unsentPercent, idleSeconds } = uploadQuota
  const percent = isVisitor(owner) ? unsentPercent.visitor : unsentPercent.account
  return {
    owner: uploadQuota.owner[owner.plan],
    network: networkHash === null ? null : uploadQuota.network,
    disk:
      freeBytes === null
        ? null
        : { freeBytes, minFreeBytes, maxUnsentBytes: Math.floor((freeBytes * percent) / 100) },
    idleSeconds,
  }
}

/** The end of an open upload is unknown; retrying after a minute is reasonable. */
const retryAfterSeconds = 60

function refusalError(
  { owner, network }: UploadQuota,
  { plan }: Owner,
  limits: UploadLimits | null,
  refusal: UploadRefusal,
): AppError {
  const unsentSize = describeSize(limits?.disk?.maxUnsentBytes ?? 0)
  switch (refusal) {
    case 'owner-unsent':
      return new AppError('unsent-quota-used', { size: unsentSize, retryAfterSeconds })
    case 'network-unsent':
      return new AppError('network-quota-used', { size: unsentSize, retryAfterSeconds })
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

export interface NewUpload {
  /** Undefined if the client did not name it. */
  readonly fileName: string | undefined
  readonly declaredBytes: number
  readonly operation: UploadPurpose | null
}

/** Starts a resumable upload; refuses files that are too large before any data is sent. */
export function checkNewUpload(owner: Owner, upload: NewUpload): void {
  const limitBytes = uploadLimitBytes(owner, upload.operation)
  if (upload.declaredBytes > limitBytes) throw tooLargeError(limitBytes)
  if (upload.declaredBytes === 0 && !mayBeEmpty(upload.operation)) throw new AppError('file-empty')
}

export async function startUpload(
  deps: BeginUploadDeps,
  requester: Requester,
  { declaredBytes: reservedBytes, ...request }: NewUpload,
): Promise<UploadRecord> {
  checkNewUpload(requester.owner, { declaredBytes: reservedBytes, ...request })
  return beginUpload(deps, requester, { ...request, reservedBytes, isResumable: true })
}

/** Finds an upload of an owner; another owner's id gets the same error as an unknown one. */
export async function findUpload(
  deps: { uploads: UploadStore },
  owner: Owner,
  id: string,
): Promise<UploadRecord> {
  const upload = isId(id) ? await deps.uploads.find(id, owner.id) : undefined
  if (!upload) throw new AppError('upload-not-found')
  return upload
}

export interface RemoveUploadDeps {
  readonly uploads: UploadStore
  readonly storage: Storage
}

/** Deletes an upload: bytes first, then its record, so that no unreferenced bytes are left behind. */
export async function removeUpload(
  deps: RemoveUploadDeps,
  upload: Pick<UploadRecord, 'id' | 'storageKey'>,
  reason: DeletionReason,
): Promise<void> {
  await deps.storage.removeAll(upload.storageKey)
  await deps.uploads.remove(upload.id, reason)
}

const batchSize = 100

/** Abandoned uploads, and completed ones past their retention. */
export async function removeExpiredUploads(deps: RemoveUploadDeps, now: Date): Promise<number> {
  let removedCount = 0
  for (;;) {
    const expired = await deps.uploads.listExpired(now, batchSize)
    for (const upload of expired) await removeUpload(deps, upload, 'expired')
    removedCount += expired.length
    if (expired.length < batchSize) return removedCount
  }
}

export function uploadLimitBytes(owner: Owner, purpose: UploadPurpose | null): number {
  return purpose === null ? maxBytesFor(defaultMaxBytes, owner.plan) : maxUploadBytes(purpose, owner.plan)
}

/** Reserved for a file of unknown length, which cannot be larger: reserving all that an unlimited plan allows would fill the disk. */
export function unknownLengthBytes(owner: Owner, purpose: UploadPurpose | null): number {
  return Math.min(uploadLimitBytes(owner, purpose), plans.pro.raisesFileLimitToBytes)
}

/** Archives may contain empty files; other tools need content. */
export function mayBeEmpty(purpose: UploadPurpose | null): boolean {
  return operationFor(purpose)?.inputs === 'any'
}

export function tooLargeError(limitBytes: number): AppError {
  return new AppError('file-too-large', { megabytes: toMegabytes(limitBytes) })
}

export function uploadKey(uploadId: string): string {
  return `uploads/${uploadId}`
}

/** Its PDF is stored beside the key that it was uploaded to. */
export function isPrepared({ id, storageKey }: Pick<UploadRecord, 'id' | 'storageKey'>): boolean {
  return storageKey !== uploadKey(id)
}

const maxLength = 200
/** Control characters, and bidirectional and zero-width characters that can disguise an extension. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const unsafeCharacters = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
/** Lone surrogates. */
const loneSurrogate = /\p{Cs}/gu

/** Sanitizes a user's file name for display and download headers; it is never used as a path. */
export function cleanFileName(name: string | undefined): string {
  const lastPart = name?.replace(/^.*[/\\]/s, '')
  const clean = lastPart?.normalize('NFC').replace(loneSurrogate, '').replace(unsafeCharacters, '').trim()
  if (!clean || clean === '.' || clean === '..') return 'file'
  if (clean.length <= maxLength) return clean
  const extensionAt = clean.search(/\.[^.]{1,10}$/)
  const extension = extensionAt < 0 ? '' : clean.slice(extensionAt)
  // Truncation may split a surrogate pair, and a lone surrogate cannot be encoded.
  return clean.slice(0, maxLength - extension.length).replace(loneSurrogate, '') + extension
}

const windowsDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** The folders of a path as names inside an archive: none leads out of it, and all systems can create them. */
export function safeFolders(path: string): string[] {
  return path
    .split(/[/\\]/)
    .slice(0, -1)
    .filter(folder => !/^[. ]*$/.test(folder))
    .map(folder =>
      cleanFileName(folder)
        .replace(/[<>:"|?*]/g, '_')
        .replace(/(?<![. ])[. ]+$/, '_'),
    )
    .map(folder => (windowsDevice.test(folder) ? `_${folder}` : folder))
}

/** `photo.png` as webp is `photo.webp`; the suffix says what else happened, as in `photo-edited.webp`. */
export function resultFileName(originalName: string, extension: string, suffix = ''): string {
  // Keep a compound extension such as `.tar.gz`.
  if (suffix === '' && originalName.endsWith(`.${extension}`)) return originalName
  const stem = originalName.replace(/\.[^.]+$/, '')
  return `${stem === '' ? 'file' : stem}${suffix}.${extension}`
}
