/** The bytes of uploads: received, appended and checked at the end. */
import { randomUUID } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import { plans } from '@filesmith/contract/plans'
import { sniffHeadBytes, tailStart } from '@filesmith/contract/sniff-format'
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import type { UploadRecord, UploadStore } from '../../database/upload-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Notifications } from '../../ports/notifications.ts'
import type { RecognizeFormat } from '../../ports/recognize-format.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Requester } from '../allowance/allowance.ts'
import type { Owner } from '../owners/owner.ts'
import {
  type BeginUploadDeps,
  beginUpload,
  continueUpload,
  findUpload,
  mayBeEmpty,
  tooLargeError,
  unknownLengthBytes,
  uploadLimitBytes,
} from './uploads.ts'

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

/** Appends bytes to a resumable upload; received bytes are kept, however the connection ends. */
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
  const deadline = performance.now() + waitForLeaseMs
  while (!(await deps.uploads.acquireLease(id, holder, leaseMs))) {
    if (performance.now() > deadline) throw new AppError('upload-busy')
    // Names the holder, so that a late message cannot interrupt its successor.
    const current = await deps.uploads.findLeaseHolder(id)
    if (current) await deps.notifications.publish('upload-wanted', current)
    await delay(leaseRetryMs)
  }
}

export interface ReceiveUploadDeps extends FinishUploadDeps, BeginUploadDeps {}

interface WholeFile {
  readonly id?: string
  /** Undefined if the client did not name it. */
  readonly fileName: string | undefined
  readonly operation: UploadPurpose | null
  readonly source: Readable
  /** Maximum length of the source; if unknown, the operation's limit is reserved. */
  readonly sourceBytes: number | undefined
  /** The source cannot be longer, as the body of a request with a declared length. Counting would cost an extra stream. */
  readonly isLengthEnforced?: boolean
  readonly isWithinJob?: boolean
}

/** If the upload is refused, the source is not consumed. */
export async function receiveUpload(
  deps: ReceiveUploadDeps,
  requester: Requester,
  { source, sourceBytes, isLengthEnforced = false, ...request }: WholeFile,
): Promise<UploadRecord> {
  const limitFor = sourceBytes === undefined ? unknownLengthBytes : uploadLimitBytes
  const maxBytes = limitFor(requester.owner, request.operation)
  const reservedBytes = Math.min(sourceBytes ?? maxBytes, maxBytes)
  const upload = await beginUpload(deps, requester, { ...request, reservedBytes, isResumable: false })
  const reservation = keepReservation(deps, upload)
  try {
    const isWithinLimit = isLengthEnforced && sourceBytes === reservedBytes
    const limited = isWithinLimit ? source : limitBytes(source, reservedBytes, () => tooLargeError(maxBytes))
    const { sizeBytes } = await deps.storage.write(upload.storageKey, limited)
    if (sizeBytes === 0 && !mayBeEmpty(request.operation)) throw new AppError('file-empty')
    return await completeUpload(deps, requester.owner, { ...upload, declaredBytes: sizeBytes })
  } catch (error) {
    await deps.storage.remove(upload.storageKey)
    await deps.uploads.remove(upload.id, 'asked')
    throw error
  } finally {
    reservation.stop()
  }
}

/** Well below the time after which an idle upload reserves nothing. */
const activityMs = 20_000

/**
 * Keeps the reservation of a file that is sent whole while it is received, which ends when its body is idle; the reservation
 * of a killed process ends by itself.
 */
function keepReservation(
  { uploads }: Pick<FinishUploadDeps, 'uploads'>,
  { id }: UploadRecord,
): { stop(): void } {
  const timer = setInterval(() => {
    uploads.recordActivity(id).catch(() => undefined)
  }, activityMs)
  return { stop: () => clearInterval(timer) }
}

interface FinishUploadDeps extends Clock {
  readonly uploads: UploadStore
  readonly storage: Storage
  readonly recognizeFormat: RecognizeFormat
}

async function finishUpload(deps: FinishUploadDeps, owner: Owner, upload: UploadRecord): Promise<void> {
  await deps.storage.seal(upload.storageKey)
  await completeUpload(deps, owner, upload)
}

/** Records the actual size, format and expiry once all bytes are stored. */
async function completeUpload(
  deps: FinishUploadDeps,
  owner: Owner,
  upload: UploadRecord,
): Promise<UploadRecord> {
  const { storageKey, declaredBytes: sizeBytes } = upload
  const format = await recognizeStored(deps, storageKey, sizeBytes)
  const completedAt = deps.now()
  const completion = { format, completedAt, expiresAt: storedUntil(owner, completedAt) }
  if (!(await deps.uploads.complete(upload.id, { sizeBytes, ...completion }))) {
    // Deleted while its last bytes arrived.
    await deps.storage.remove(storageKey)
    throw new AppError('upload-not-found')
  }
  return { ...upload, ...completion }
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

async function recognizeStored(
  { storage, recognizeFormat }: FinishUploadDeps,
  key: string,
  sizeBytes: number,
): Promise<FormatId | null> {
  if (sizeBytes === 0) return null
  const head = await readPart(storage, key, 0, Math.min(sniffHeadBytes, sizeBytes))
  const start = tailStart(head, sizeBytes)
  const tail =
    start === undefined
      ? head
      : await readPart(storage, key, start, Math.min(start + sniffHeadBytes, sizeBytes))
  return (await recognizeFormat(head, tail)) ?? null
}

async function readPart(storage: Storage, key: string, start: number, end: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const chunk of await storage.read(key, { start, end: end - 1 })) parts.push(chunk as Buffer)
  return Buffer.concat(parts)
}

export function storedUntil(owner: Owner, now: Date): Date {
  return new Date(now.getTime() + plans[owner.plan].storageHours * 3_600_000)
}

/**
 * Passes a stream through and fails as soon as it exceeds the limit. `pipeline`, because a source may have failed before
 * this call: `pipe` would wait forever for the end of a destroyed stream.
 */
function limitBytes(source: Readable, maxBytes: number, makeError: () => AppError): Readable {
  let seenBytes = 0
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seenBytes += chunk.length
      if (seenBytes > maxBytes) done(makeError())
      else done(null, chunk)
    },
  })
  // The reader of the result gets the error.
  pipeline(source, limited, () => undefined)
  return limited
}
