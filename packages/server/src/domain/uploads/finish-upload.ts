/** Completes an upload; its format is detected from the content, never from its name. */
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import { plans } from '@filesmith/contract/plans'
import { needsTail, sniffFormat, sniffHeadBytes } from '@filesmith/contract/sniff-format'
import type { Storage } from '../../ports/storage.ts'
import type { UploadRecord, UploadStore } from '../../ports/upload-store.ts'
import type { Owner } from '../owners/owner.ts'

export interface FinishUploadDeps {
  readonly uploads: UploadStore
  readonly storage: Storage
}

export async function finishUpload(
  deps: FinishUploadDeps,
  owner: Owner,
  upload: UploadRecord,
): Promise<void> {
  await deps.storage.seal(upload.storageKey)
  await completeUpload(deps, owner, upload)
}

/** Records the actual size, format and expiry once all bytes are stored. */
export async function completeUpload(
  deps: FinishUploadDeps,
  owner: Owner,
  upload: UploadRecord,
): Promise<UploadRecord> {
  const { storageKey, declaredBytes: sizeBytes } = upload
  const format = await sniffStored(deps.storage, storageKey, sizeBytes)
  const now = new Date()
  const expiresAt = storedUntil(owner, now)
  if (!(await deps.uploads.complete(upload.id, { sizeBytes, format, expiresAt }))) {
    // Deleted while its last bytes arrived.
    await deps.storage.remove(storageKey)
    throw new AppError('upload-not-found')
  }
  return { ...upload, format, completedAt: now, expiresAt }
}

/** Received bytes. Completes an upload whose last byte arrived just before a crash. */
export async function receivedBytes(
  deps: FinishUploadDeps,
  owner: Owner,
  upload: UploadRecord,
): Promise<number> {
  if (upload.completedAt) return upload.declaredBytes
  const growingBytes = await deps.storage.appendedBytes(upload.storageKey)
  const received =
    growingBytes > 0 ? growingBytes : ((await deps.storage.stat(upload.storageKey))?.sizeBytes ?? 0)
  if (received === upload.declaredBytes) await finishUpload(deps, owner, upload)
  return received
}

async function sniffStored(storage: Storage, key: string, sizeBytes: number): Promise<FormatId | null> {
  if (sizeBytes === 0) return null
  const head = await readPart(storage, key, 0, Math.min(sniffHeadBytes, sizeBytes))
  const hasMore = sizeBytes > sniffHeadBytes && needsTail(head)
  const tail = hasMore ? await readPart(storage, key, sizeBytes - sniffHeadBytes, sizeBytes) : head
  return sniffFormat(head, tail) ?? null
}

async function readPart(storage: Storage, key: string, start: number, end: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const chunk of await storage.read(key, { start, end: end - 1 })) parts.push(chunk as Buffer)
  return Buffer.concat(parts)
}

export function storedUntil(owner: Owner, now = new Date()): Date {
  return new Date(now.getTime() + plans[owner.plan].storageHours * 3_600_000)
}
