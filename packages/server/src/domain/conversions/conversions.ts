/** What can happen to a conversion after its request: it is found, described, watched, listed, canceled, removed or expired. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { isFinished } from '@filesmith/contract/conversion-status'
import { AppError, errorMessage } from '@filesmith/contract/errors'
import { formatExtension } from '@filesmith/contract/formats'
import { operations } from '@filesmith/contract/operations/registry'
import type { ConversionState, RecentConversion, ResultPages } from '@filesmith/contract/schemas/conversion'
import type { ConversionHistory, PastConversion } from '@filesmith/contract/schemas/conversion-history'
import type {
  ConversionRecord,
  HistoryCursor,
  HistoryFilter,
  PastConversionRecord,
} from '../../database/conversion-record.ts'
import type { ConversionStore } from '../../database/conversion-store.ts'
import type { WorkerRegistry } from '../../database/worker-registry.ts'
import type { Notifications, Topic } from '../../ports/notifications.ts'
import { loadEquippedWorkers } from '../engines/workers.ts'
import { isId } from '../is-id.ts'
import type { Owner } from '../owners/owner.ts'
import { type RemoveUploadDeps, removeUpload } from '../uploads/uploads.ts'

const recentCount = 20

/** Finds conversions of an owner; another owner's id gets the same error as an unknown one. */
export async function findConversion(
  deps: { conversions: ConversionStore },
  owner: Owner,
  id: string,
): Promise<ConversionRecord> {
  const record = isId(id) ? await deps.conversions.findOwned(id, owner.id) : undefined
  if (!record) throw new AppError('conversion-not-found')
  return record
}

export async function listRecentConversions(
  deps: { conversions: ConversionStore },
  owner: Owner,
): Promise<RecentConversion[]> {
  const records = await deps.conversions.listRecent(owner.id, recentCount)
  return records.map(describeRecent)
}

/** Minimum progress and time before the remaining time is estimated. */
const minEstimatePercent = 2
const minEstimateSeconds = 1.5

/** API representation of a conversion. */
export function describeConversion(record: ConversionRecord, now: Date): ConversionState {
  return {
    id: record.id,
    status: record.status,
    percent: record.percent,
    stage: record.stage,
    secondsLeft: secondsLeft(record, now),
    operation: record.operation,
    fileName: record.fileName,
    originalFormat: formatExtension(record.originalFormat),
    convertedFormat: formatExtension(record.convertedFormat),
    originalSize: record.originalSize,
    resultSize: record.resultSize,
    ...describePages(record),
    media: record.media,
    notes: [...record.notes],
    downloadUrl: record.status === 'succeeded' ? apiPaths.download(record.id) : null,
    parts:
      record.status === 'succeeded'
        ? record.parts.map(({ name, format, sizeBytes }) => ({
            name,
            format: formatExtension(format),
            sizeBytes,
            url: apiPaths.conversionPart(record.id, name),
          }))
        : [],
    error: record.errorCode
      ? { code: record.errorCode, message: errorMessage(record.errorCode, record.errorParams) }
      : null,
    createdAt: record.createdAt.toISOString(),
    expiresAt: record.status === 'succeeded' ? record.expiresAt.toISOString() : null,
  }
}

/** Pages in an archive have the requested format. */
function describePages({ resultPages, convertedFormat, options }: ConversionRecord): {
  readonly pages?: ResultPages
} {
  if (resultPages === null || resultPages < 2) return {}
  const format = formatExtension(convertedFormat)
  const requested = typeof options?.outputFormat === 'string' ? options.outputFormat : format
  return { pages: { count: resultPages, format: convertedFormat === 'zip' ? requested : format } }
}

function secondsLeft(record: ConversionRecord, now: Date): number | null {
  if (record.status !== 'running' || !record.startedAt || record.percent < minEstimatePercent) return null
  const elapsedSeconds = (now.getTime() - record.startedAt.getTime()) / 1000
  if (elapsedSeconds < minEstimateSeconds) return null
  return Math.max(0, Math.round((elapsedSeconds * (100 - record.percent)) / record.percent))
}

function describeRecent(record: ConversionRecord): RecentConversion {
  return {
    id: record.id,
    fileName: record.fileName,
    fileType: record.fileKind,
    originalFormat: formatExtension(record.originalFormat),
    convertedFormat: formatExtension(record.convertedFormat),
    fileSize: record.resultSize ?? 0,
    ...describePages(record),
    createdAt: record.createdAt.toISOString(),
    isExpired: record.status === 'expired',
    expiresAt: record.expiresAt.toISOString(),
  }
}

export interface WatchDeps {
  readonly conversions: ConversionStore
  readonly notifications: Notifications
}

export interface WatchOptions {
  readonly afterRevision?: number
  readonly signal: AbortSignal
}

/** What is watched: one conversion, or several together. */
interface Watched<State> {
  /** Topic of its change notifications; default: conversions. */
  readonly topic?: Topic
  matches(changedId: string): boolean
  load(): Promise<State>
  isFinal(state: State): boolean
}

/** Yields the state of a conversion after each change until it is finished. */
export function watchConversion(
  deps: WatchDeps,
  owner: Owner,
  id: string,
  options: WatchOptions,
): AsyncGenerator<ConversionRecord, void> {
  return watchChanges(deps, options, {
    matches: changedId => changedId === id,
    load: () => findConversion(deps, owner, id),
    isFinal: ({ status }) => isFinished(status),
  })
}

/** Yields the latest state when it differs from the last one yielded; intermediate states may be skipped. */
export async function* watchChanges<State extends { readonly revision: number }>(
  deps: Pick<WatchDeps, 'notifications'>,
  options: WatchOptions,
  watched: Watched<State>,
): AsyncGenerator<State, void> {
  let seenRevision = options.afterRevision ?? 0
  let wakeup = Promise.withResolvers<void>()
  // Subscribe before the first read, so that no change in between is missed.
  const unsubscribe = deps.notifications.subscribe(watched.topic ?? 'conversion-changed', changedId => {
    if (changedId === undefined || watched.matches(changedId)) wakeup.resolve()
  })
  const onAbort = () => wakeup.resolve()
  options.signal.addEventListener('abort', onAbort)
  try {
    while (!options.signal.aborted) {
      const state = await watched.load()
      if (state.revision > seenRevision) {
        seenRevision = state.revision
        yield state
      }
      if (watched.isFinal(state)) return
      await wakeup.promise
      wakeup = Promise.withResolvers<void>()
    }
  } finally {
    unsubscribe()
    options.signal.removeEventListener('abort', onAbort)
  }
}

const pageSize = 20

/** Conversion history of an owner, newest first, with cursor pagination. */
export async function listHistory(
  deps: { conversions: ConversionStore },
  owner: Owner,
  filter: HistoryFilter,
  before: string | undefined,
): Promise<ConversionHistory> {
  const after = before === undefined ? null : decodeCursor(before)
  // One more than the page size, to know whether there is another page.
  const found = await deps.conversions.listPast(owner.id, filter, { after, limit: pageSize + 1 })
  const shown = found.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    conversions: shown.map(describePast),
    next: last && found.length > pageSize ? encodeCursor(last) : null,
  }
}

function describePast(record: PastConversionRecord): PastConversion {
  return {
    id: record.id,
    fileName: record.fileName,
    fileType: record.fileKind,
    originalFormat: formatExtension(record.originalFormat),
    convertedFormat: formatExtension(record.convertedFormat),
    originalSize: record.originalSize,
    fileSize: record.resultSize,
    status: record.status,
    errorMessage: record.errorCode && errorMessage(record.errorCode, record.errorParams),
    createdAt: record.createdAt.toISOString(),
    expiresAt: record.expiresAt.toISOString(),
    canRepeat: record.hasUpload && record.options !== null && record.options.isPasswordProtected !== true,
  }
}

function encodeCursor({ createdAt, id }: HistoryCursor): string {
  return Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url')
}

function decodeCursor(text: string): HistoryCursor {
  const [time = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ')
  if (!/^\d{1,15}$/.test(time) || !isId(id))
    throw new AppError('invalid-request', { reason: 'The page cursor is invalid.' })
  return { createdAt: new Date(Number(time)), id }
}

export interface RemoveConversionDeps extends RemoveUploadDeps {
  readonly conversions: ConversionStore
}

export async function removeConversion(deps: RemoveConversionDeps, owner: Owner, id: string): Promise<void> {
  const record = await findConversion(deps, owner, id)
  // It may finish before the cancellation; then it is deleted like a finished one.
  if (!isFinished(record.status) && (await deps.conversions.cancel(id))) return
  const inputs = await deps.conversions.listInputs(id)
  await deps.storage.removeAll(resultPrefix(id))
  await deps.conversions.remove(id, 'asked')
  for (const { uploadId, inputKey } of inputs.length === 0 ? [record] : inputs) {
    if (!(await deps.conversions.isUploadInUse(uploadId)))
      await removeUpload(deps, { id: uploadId, storageKey: inputKey }, 'asked')
  }
}

const batchSize = 100

/** Deletes the files of expired results and marks their records as expired. */
export async function expireConversions(deps: RemoveConversionDeps, now: Date): Promise<number> {
  let expiredCount = 0
  for (;;) {
    const expired: ConversionRecord[] = await deps.conversions.listExpired(now, batchSize)
    for (const record of expired) {
      await deps.storage.removeAll(resultPrefix(record.id))
      await deps.conversions.markExpired(record.id)
    }
    expiredCount += expired.length
    if (expired.length < batchSize) return expiredCount
  }
}

/**
 * Fails conversions that the queue gave up on, for example because their workers crashed repeatedly. Only those missing
 * from the queue in two runs: jobs of the previous version are adopted in between. While its workers live, they do this.
 */
export function createLostConversionFinder(deps: {
  conversions: ConversionStore
  workers: Pick<WorkerRegistry, 'listWorkers'>
}): () => Promise<number> {
  let missingBefore = new Set<string>()
  const keyOf = ({ id, revision }: ConversionRecord) => `${id} ${revision}`
  return async () => {
    const hasOlderWorker = (await deps.workers.listWorkers()).some(reports =>
      reports.some(({ hasJobQueue }) => hasJobQueue !== true),
    )
    const missing = hasOlderWorker ? [] : await deps.conversions.listLost(batchSize)
    const lost = missing.filter(record => missingBefore.has(keyOf(record)))
    missingBefore = new Set(missing.map(keyOf))
    for (const { id, attempt } of lost)
      await deps.conversions.fail(id, attempt, { code: 'internal', params: {} })
    return lost.length
  }
}

/** Longer than it takes to replace a machine. */
const strandedSeconds = 60 * 60

/**
 * Jobs whose engines no worker has any more. New requests are refused with the same error by now. Without any worker,
 * or while an engine is disabled, jobs keep waiting.
 */
export async function failStrandedConversions(deps: {
  conversions: ConversionStore
  workers: WorkerRegistry
}): Promise<number> {
  const { kinds } = await loadEquippedWorkers(deps)
  if (kinds.length === 0) return 0
  const engines = kinds.map(kind => [...kind.engines])
  const stranded = await deps.conversions.listStranded(engines, strandedSeconds, batchSize)
  for (const { id, attempt, operation } of stranded) {
    const params = { tool: operations[operation].label }
    await deps.conversions.fail(id, attempt, { code: 'engine-missing', params })
  }
  return stranded.length
}

export function resultPrefix(conversionId: string): string {
  return `results/${conversionId}/`
}
