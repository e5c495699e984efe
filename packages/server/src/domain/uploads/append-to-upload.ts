/** Appends bytes to a resumable upload; received bytes are kept, however the connection ends. */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@filesmith/contract/errors'
import type { Notifications } from '../../ports/notifications.ts'
import type { UploadRecord } from '../../ports/upload-store.ts'
import type { Owner } from '../owners/owner.ts'
import { type BeginUploadDeps, continueUpload } from './begin-upload.ts'
import { findUpload } from './find-upload.ts'
import { type FinishUploadDeps, finishUpload, receivedBytes } from './finish-upload.ts'
import { limitBytes } from './limit-bytes.ts'
import { tooLargeError } from './upload-limit.ts'

export interface AppendDeps extends FinishUploadDeps, BeginUploadDeps {
  readonly notifications: Notifications
}

/** How long an upload stays locked after its process was killed. */
const leaseMs = 10_000
const leaseRenewalMs = 3_000
const waitForLeaseMs = 5_000
const leaseRetryMs = 100

export interface UploadChunk {
  readonly offsetBytes: number
  readonly source: Readable
  /** Length of the source, if declared and enforced. */
  readonly sourceBytes: number | undefined
}

export async function appendToUpload(
  deps: AppendDeps,
  owner: Owner,
  id: string,
  { offsetBytes, source, sourceBytes }: UploadChunk,
): Promise<{ lengthBytes: number }> {
  const upload = await findUpload(deps, owner, id)
  if (upload.completedAt) return appendNothing(upload, offsetBytes)
  await continueUpload(deps, owner, upload)
  return withLease(deps, upload, source, async () => {
    const received = await receivedBytes(deps, owner, upload)
    if (received !== offsetBytes) throw new AppError('upload-offset-mismatch', { offset: received })
    if (received === upload.declaredBytes) return { lengthBytes: received }
    // Another connection took over: a destroyed stream never ends, so it must not be awaited.
    if (source.destroyed) throw new AppError('upload-busy')
    const limited = limitToDeclared(upload.declaredBytes - offsetBytes, upload, source, sourceBytes)
    const { lengthBytes } = await deps.storage.append(upload.storageKey, offsetBytes, limited)
    if (lengthBytes === upload.declaredBytes) await finishUpload(deps, owner, upload)
    return { lengthBytes }
  })
}

/** Counting needs an extra stream, so it is skipped if the declared length fits. */
function limitToDeclared(
  leftBytes: number,
  upload: UploadRecord,
  source: Readable,
  sourceBytes: number | undefined,
): Readable {
  if (sourceBytes === undefined)
    return limitBytes(source, leftBytes, () => tooLargeError(upload.declaredBytes))
  if (sourceBytes > leftBytes) throw tooLargeError(upload.declaredBytes)
  return source
}

function appendNothing(upload: UploadRecord, offsetBytes: number): { lengthBytes: number } {
  if (offsetBytes !== upload.declaredBytes) {
    throw new AppError('upload-offset-mismatch', { offset: upload.declaredBytes })
  }
  return { lengthBytes: upload.declaredBytes }
}

/** A client that resumes has abandoned its old connection, so the new one takes over the lease. */
async function withLease(
  deps: AppendDeps,
  { id, storageKey }: UploadRecord,
  source: Readable,
  work: () => Promise<{ lengthBytes: number }>,
): Promise<{ lengthBytes: number }> {
  const holder = randomUUID()
  await acquire(deps, id, holder)
  const unsubscribe = deps.notifications.subscribe('upload-wanted', wantedHolder => {
    if (wantedHolder === holder) source.destroy(new AppError('upload-busy'))
  })
  const renewal = setInterval(() => {
    deps.uploads.renewLease(id, holder, leaseMs).then(
      isStillOurs => isStillOurs || source.destroy(new AppError('upload-busy')),
      () => undefined,
    )
  }, leaseRenewalMs)
  let receivedBytes: number | undefined
  try {
    const appended = await work()
    receivedBytes = appended.lengthBytes
    return appended
  } finally {
    clearInterval(renewal)
    unsubscribe()
    receivedBytes ??= await deps.storage.appendedBytes(storageKey).catch(() => undefined)
    await deps.uploads.releaseLease(id, holder, receivedBytes)
  }
}

async function acquire(deps: AppendDeps, id: string, holder: string): Promise<void> {
  const deadline = Date.now() + waitForLeaseMs
  while (!(await deps.uploads.acquireLease(id, holder, leaseMs))) {
    if (Date.now() > deadline) throw new AppError('upload-busy')
    // Names the holder, so that a late message cannot interrupt its successor.
    const current = await deps.uploads.findLeaseHolder(id)
    if (current) await deps.notifications.publish('upload-wanted', current)
    await delay(leaseRetryMs)
  }
}
