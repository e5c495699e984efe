/** Batches: several files converted by one request, each with its own result. */
import { randomUUID } from 'node:crypto'
import { apiPaths } from '@filesmith/contract/api-paths'
import { batchKinds } from '@filesmith/contract/batch'
import { checkBatch } from '@filesmith/contract/check-batch'
import { isFinished } from '@filesmith/contract/conversion-status'
import { AppError, errorMessage, toAppError } from '@filesmith/contract/errors'
import { type FormatId, formatExtension } from '@filesmith/contract/formats'
import type { Operation, Requested } from '@filesmith/contract/operations/operation'
import { parseOptions } from '@filesmith/contract/operations/parse-options'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import { plans } from '@filesmith/contract/plans'
import type { BatchOptions, BatchState } from '@filesmith/contract/schemas/batch'
import { createExecutionPlan } from '@filesmith/contract/schemas/execution-plan'
import type { ArchiveEntry } from '../../adapters/zip-archive/zip-archive-writer.ts'
import type { ConversionOptions, ConversionRecord, NewConversion } from '../../database/conversion-record.ts'
import type { ConversionStore } from '../../database/conversion-store.ts'
import type { UploadRecord } from '../../database/upload-store.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Requester } from '../allowance/allowance.ts'
import {
  describeConversion,
  type RemoveConversionDeps,
  removeConversion,
  type WatchDeps,
  watchChanges,
} from '../conversions/conversions.ts'
import {
  acceptConversions,
  checkAllowance,
  prepareConversion,
  type RequestConversionDeps,
} from '../conversions/request-conversion.ts'
import { type LiveWorkers, loadLiveWorkers } from '../engines/workers.ts'
import { isId } from '../is-id.ts'
import type { Owner } from '../owners/owner.ts'
import { storedUntil } from '../uploads/upload-content.ts'
import { findUpload, resultFileName, safeFolders } from '../uploads/uploads.ts'

/** The operation applied to each file. */
interface BatchRequest {
  readonly operation: OperationId
  readonly requested: Requested
  readonly uploadIds: readonly string[]
}

/** Requests one conversion per file, charged and watched together as a batch. */
export async function requestBatch(
  deps: RequestConversionDeps,
  requester: Requester,
  request: BatchRequest,
): Promise<{ id: string }> {
  const now = deps.now()
  const { id, wanted } = await prepareBatch(deps, requester.owner, request, now)
  await acceptConversions(deps, requester, wanted, now)
  return { id }
}

async function prepareBatch(
  deps: RequestConversionDeps,
  owner: Owner,
  request: BatchRequest,
  now: Date,
): Promise<{ readonly id: string; readonly wanted: readonly NewConversion[] }> {
  const refused = request.requested.refusal(owner.plan)
  if (refused) throw refused
  const uploads = await Promise.all(request.uploadIds.map(id => findUpload(deps, owner, id)))
  return prepareFiles(deps, uploads, (upload, workers) =>
    prepareOne(deps, owner, { ...request, upload }, workers, now),
  )
}

/** Prepares each file and numbers them; refused if none can be converted. */
export async function prepareFiles<File>(
  deps: RequestConversionDeps,
  files: readonly File[],
  prepare: (file: File, workers: LiveWorkers) => Promise<NewConversion>,
): Promise<{ readonly id: string; readonly wanted: readonly NewConversion[] }> {
  const workers = await loadLiveWorkers(deps)
  const id = randomUUID()
  const wanted = await Promise.all(
    files.map(async (file, position) => ({ ...(await prepare(file, workers)), batch: { id, position } })),
  )
  // If every file fails, the request is refused instead of creating a failed batch.
  const [first] = wanted
  if (first?.failure && wanted.every(({ failure }) => failure))
    throw new AppError(first.failure.code, first.failure.params)
  return { id, wanted }
}

/** A file of a batch, and how it is converted. */
interface BatchFile extends Pick<BatchRequest, 'operation' | 'requested'> {
  readonly upload: UploadRecord
}

/** A file that cannot be converted fails on its own; an internal error fails the whole request. */
async function prepareOne(
  deps: RequestConversionDeps,
  owner: Owner,
  file: BatchFile,
  workers: LiveWorkers,
  now: Date,
): Promise<NewConversion> {
  const { operation, requested, upload } = file
  const request = { operation, files: [{ uploadId: upload.id }], requested }
  try {
    return await prepareConversion(deps, owner, request, workers, now)
  } catch (error) {
    const outputFormat = requested.outputFor(upload.format ?? 'other')
    return failedConversion(owner, error, now, {
      operation,
      upload,
      outputFormat,
      options: { ...requested.options, outputFormat },
    })
  }
}

/** Record of a file that was refused; throws errors that concern the whole request. */
export function failedConversion(
  owner: Owner,
  error: unknown,
  now: Date,
  file: Pick<BatchFile, 'operation' | 'upload'> & {
    readonly outputFormat: FormatId
    readonly options: ConversionOptions
  },
): NewConversion {
  const { operation, upload, outputFormat, options } = file
  const { code, params, isFault } = toAppError(error)
  if (isFault || code === 'upload-incomplete') throw error
  return {
    id: randomUUID(),
    ownerId: owner.id,
    ownerPlan: owner.plan,
    operation,
    uploadId: upload.id,
    inputKey: upload.storageKey,
    fileName: upload.fileName,
    fileKind: operations[operation].fileKind,
    originalFormat: upload.format ?? 'other',
    convertedFormat: outputFormat,
    originalSize: upload.declaredBytes,
    fileCount: 1,
    executionPlan: createExecutionPlan([]),
    engines: [],
    options,
    createdAt: now,
    expiresAt: storedUntil(owner, now),
    failure: { code, params },
  }
}

interface BatchConversion extends BatchOptions {
  readonly uploadIds: readonly string[]
}

/** Batch converter: several files of one kind into one format, within the limits of the plan. */
export async function requestBatchConversion(
  deps: RequestConversionDeps,
  requester: Requester,
  batch: BatchConversion,
): Promise<{ id: string }> {
  return requestBatch(deps, requester, await parseBatch(deps, requester.owner, batch))
}

/** Throws what `requestBatchConversion` would throw now. */
export async function checkBatchConversion(
  deps: RequestConversionDeps,
  requester: Requester,
  batch: BatchConversion,
): Promise<void> {
  const now = deps.now()
  const request = await parseBatch(deps, requester.owner, batch)
  const { wanted } = await prepareBatch(deps, requester.owner, request, now)
  await checkAllowance(deps, requester, wanted, now)
}

async function parseBatch(
  deps: RequestConversionDeps,
  owner: Owner,
  { fileType, targetFormat, quality, page, strict, uploadIds }: BatchConversion,
): Promise<BatchRequest> {
  checkBatchLimits(await Promise.all(uploadIds.map(id => findUpload(deps, owner, id))), owner)
  const { operation, options } = batchKinds[fileType]
  const requested = parseOptions(operation, {
    ...options,
    ...(quality && { quality }),
    ...(page && { page }),
    ...(strict && { strict }),
    outputFormat: targetFormat,
  })
  return { operation, requested, uploadIds }
}

/** Files and their sizes, within the batches of the plan. */
export function checkBatchLimits(uploads: readonly UploadRecord[], owner: Owner): void {
  const sizes = uploads.map(({ declaredBytes }) => ({ size: declaredBytes }))
  const reason = checkBatch(sizes, owner.plan).problems[0]?.message
  if (reason === undefined) return
  const isTooLarge = sizes.some(({ size }) => size > plans[owner.plan].batchFileBytes)
  throw new AppError(isTooLarge ? 'files-too-large' : 'too-many-files', { reason })
}

/** Finds the conversions of a batch; another owner's batch gets the same error as an unknown id. */
export async function findBatch(
  deps: { conversions: ConversionStore },
  owner: Owner,
  id: string,
): Promise<ConversionRecord[]> {
  const records = isId(id) ? await deps.conversions.listBatch(id, owner.id) : []
  if (records.length === 0) throw new AppError('batch-not-found')
  return records
}

/** API representation of a batch: its files and their combined status. */
export function describeBatch(id: string, records: readonly ConversionRecord[], now: Date): BatchState {
  const status = statusOf(records)
  return {
    id,
    status,
    percent: status === 'succeeded' ? 100 : sharePercent(records),
    downloadUrl: status === 'succeeded' ? apiPaths.batchDownload(id) : null,
    files: records.map(record => describeConversion(record, now)),
  }
}

/** A batch succeeds if any file does; each file has its own status. */
function statusOf(records: readonly ConversionRecord[]): BatchState['status'] {
  if (records.some(({ status }) => !isFinished(status))) return 'running'
  const has = (wanted: ConversionRecord['status']) => records.some(({ status }) => status === wanted)
  if (has('succeeded')) return 'succeeded'
  if (has('expired')) return 'expired'
  return has('cancelled') ? 'cancelled' : 'failed'
}

/** Weighted by size for steady progress; 100 only when everything is done. */
function sharePercent(records: readonly ConversionRecord[]): number {
  const weight = ({ originalSize }: ConversionRecord) => Math.max(1, originalSize)
  const whole = records.reduce((sum, record) => sum + weight(record), 0)
  const done = records.reduce((sum, record) => {
    const percent = isFinished(record.status) ? 100 : record.percent
    return sum + weight(record) * percent
  }, 0)
  return Math.min(99, done / whole)
}

interface BatchEvent {
  /** Increases with every change to any of its files. */
  readonly revision: number
  readonly records: readonly ConversionRecord[]
}

/** Yields the state of a batch after each change until all files are finished. */
export async function* watchBatch(
  deps: WatchDeps,
  owner: Owner,
  id: string,
  options: { afterRevision?: number; signal: AbortSignal },
): AsyncGenerator<BatchEvent, void> {
  const members = new Set((await findBatch(deps, owner, id)).map(record => record.id))
  yield* watchChanges(deps, options, {
    matches: changedId => members.has(changedId),
    load: async () => {
      const records = await findBatch(deps, owner, id)
      return { records, revision: records.reduce((sum, record) => sum + record.revision, 0) }
    },
    isFinal: ({ records }) => records.every(({ status }) => isFinished(status)),
  })
}

/** Cancels what is still running; a finished batch is deleted with all its files. */
export async function removeBatch(deps: RemoveConversionDeps, owner: Owner, id: string): Promise<void> {
  const records = await findBatch(deps, owner, id)
  const running = records.filter(({ status }) => !isFinished(status))
  if (running.length > 0) {
    for (const record of running) await deps.conversions.cancel(record.id)
    return
  }
  for (const record of records) await removeConversion(deps, owner, record.id)
}

/** The id of a single result, or the entries of an archive. */
type BatchResults =
  | { readonly onlyConversionId: string }
  | { readonly entries: readonly ArchiveEntry[]; readonly fileName: string }

/** Archive entries for all results of a batch, with a note about files that were not converted. */
export async function packResults(
  deps: { conversions: ConversionStore; storage: Storage },
  owner: Owner,
  id: string,
): Promise<BatchResults> {
  const records = await findBatch(deps, owner, id)
  if (records.some(({ status }) => !isFinished(status))) throw new AppError('conversion-not-finished')
  const results = records.flatMap(record =>
    record.resultKey === null ? [] : [{ ...record, resultKey: record.resultKey }],
  )
  const [first] = results
  if (!first) throw new AppError('batch-not-found')
  if (records.length === 1) return { onlyConversionId: first.id }

  const paths = await deps.conversions.listBatchPaths(id)
  const names = makeUnique(
    // The name of the archive says what happened to all of them.
    results.map(record => {
      const name = resultFileName(record.fileName, formatExtension(record.convertedFormat))
      return [...safeFolders(paths.get(record.id) ?? ''), name].join('/')
    }),
  )
  const files = results.map((record, index) => ({
    name: names[index] ?? record.id,
    read: () => deps.storage.read(record.resultKey),
  }))
  const missing = records.filter(record => record.resultKey === null)
  const note = {
    name: noteName(names),
    note: (skipped: readonly string[]) => describeMissing(missing, skipped),
  }
  return { entries: [...files, note], fileName: archiveNameOf(first, records) }
}

function archiveNameOf(
  { operation, convertedFormat }: ConversionRecord,
  records: readonly ConversionRecord[],
): string {
  const definition: Operation = operations[operation]
  if (definition.takes === 'batch') return definition.archiveName
  const isMixed = records.some(other => other.convertedFormat !== convertedFormat)
  return isMixed ? 'converted-files.zip' : `converted-${convertedFormat}.zip`
}

function noteName(taken: readonly string[]): string {
  return makeUnique([...taken, 'Not converted.txt']).at(-1) ?? 'Not converted.txt'
}

function describeMissing(
  records: readonly ConversionRecord[],
  deletedNames: readonly string[],
): string | undefined {
  const notConverted = records.map(record => {
    const reason = record.errorCode ? errorMessage(record.errorCode, record.errorParams) : 'It was canceled.'
    return `${record.fileName}: ${reason}`
  })
  const lines = [...notConverted, ...deletedNames.map(name => `${name}: It was deleted.`)]
  return lines.length > 0 ? `${lines.join('\n')}\n` : undefined
}

export function makeUnique(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map(name => {
    const dot = name.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let unique = name
    for (let number = 2; taken.has(unique.toLowerCase()); number++) unique = `${stem} (${number})${extension}`
    taken.add(unique.toLowerCase())
    return unique
  })
}
