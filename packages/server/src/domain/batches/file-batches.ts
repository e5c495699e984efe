/** Batches of files of any kind: each file is recognized, and converted to the format that was chosen for it. */
import { AppError, toAppError } from '@filesmith/contract/errors'
import {
  conversionFields,
  operationsForFile,
  outputsOfFile,
  type RecognizedFile,
} from '@filesmith/contract/file-conversions'
import { type FormatId, formats } from '@filesmith/contract/formats'
import { maxAudiobookFiles } from '@filesmith/contract/operations/create-audiobook'
import { parseOptions } from '@filesmith/contract/operations/parse-options'
import type { OperationId } from '@filesmith/contract/operations/registry'
import { formatFor } from '@filesmith/contract/refuse-format'
import type { FileBatch } from '@filesmith/contract/schemas/file-batch'
import type { NewConversion } from '../../database/conversion-record.ts'
import type { UploadRecord } from '../../database/upload-store.ts'
import type { Requester } from '../allowance/allowance.ts'
import {
  acceptConversions,
  checkAllowance,
  prepareConversion,
  type RequestConversionDeps,
} from '../conversions/request-conversion.ts'
import type { LiveWorkers } from '../engines/workers.ts'
import type { Owner } from '../owners/owner.ts'
import { findUpload } from '../uploads/uploads.ts'
import { checkBatchLimits, failedConversion, prepareFiles } from './batches.ts'

export async function requestFileBatch(
  deps: RequestConversionDeps,
  requester: Requester,
  batch: FileBatch,
): Promise<{ id: string }> {
  const now = deps.now()
  const { id, wanted } = await prepareFileBatch(deps, requester.owner, batch, now)
  await acceptConversions(deps, requester, wanted, now)
  return { id }
}

/** Throws what `requestFileBatch` would throw now. */
export async function checkFileBatch(
  deps: RequestConversionDeps,
  requester: Requester,
  batch: FileBatch,
): Promise<void> {
  const now = deps.now()
  const { wanted } = await prepareFileBatch(deps, requester.owner, batch, now)
  await checkAllowance(deps, requester, wanted, now)
}

interface WantedFile {
  readonly upload: UploadRecord
  readonly outputFormat: FormatId
  readonly options: Readonly<Record<string, unknown>>
  readonly path: string | undefined
}

async function prepareFileBatch(deps: RequestConversionDeps, owner: Owner, batch: FileBatch, now: Date) {
  const { files, audiobook } = batch
  if (audiobook) return prepareAudiobook(deps, owner, files, audiobook, now)
  const wanted = await Promise.all(
    files.map(async ({ uploadId, outputFormat, options = {}, path }) => ({
      upload: await findUpload(deps, owner, uploadId),
      outputFormat,
      options,
      path,
    })),
  )
  // A single file has the limit of its operation.
  if (wanted.length > 1)
    checkBatchLimits(
      wanted.map(({ upload }) => upload),
      owner,
    )
  return prepareFiles(deps, wanted, (file, workers) => prepareWanted(deps, owner, file, workers, now))
}

/** All files become one conversion. */
async function prepareAudiobook(
  deps: RequestConversionDeps,
  owner: Owner,
  files: FileBatch['files'],
  options: NonNullable<FileBatch['audiobook']>,
  now: Date,
) {
  if (files.length > maxAudiobookFiles)
    throw new AppError('too-many-files', { reason: `At most ${maxAudiobookFiles} files can be joined.` })
  if (files.some(({ outputFormat }) => outputFormat !== 'm4b'))
    throw new AppError('invalid-request', { reason: 'An audiobook has the output format m4b.' })
  const requested = parseOptions('create-audiobook', options)
  const refused = requested.refusal(owner.plan)
  if (refused) throw refused
  const request = { operation: 'create-audiobook', files, requested } as const
  return prepareFiles(deps, [request], (wanted, workers) =>
    prepareConversion(deps, owner, wanted, workers, now),
  )
}

/** Tries the next operation that converts the pair where no worker has the engine of the preferred one. */
async function prepareWanted(
  deps: RequestConversionDeps,
  owner: Owner,
  file: WantedFile,
  workers: LiveWorkers,
  now: Date,
): Promise<NewConversion> {
  const { upload, outputFormat } = file
  const recognized = { fileName: upload.fileName, format: upload.format ?? 'other' }
  const possible = operationsForFile(recognized, outputFormat)
  const fail = (error: unknown, operation: OperationId) =>
    failedConversion(owner, error, now, { operation, upload, outputFormat, options: { outputFormat } })
  for (const operation of possible) {
    try {
      return await prepareWith(deps, owner, file, operation, recognized, workers, now)
    } catch (error) {
      const isLast = operation === possible.at(-1)
      if (isLast || toAppError(error).code !== 'engine-missing') return fail(error, operation)
    }
  }
  return fail(pairError(upload, recognized, outputFormat), 'convert-document')
}

function prepareWith(
  deps: RequestConversionDeps,
  owner: Owner,
  { upload, outputFormat, options, path }: WantedFile,
  operation: OperationId,
  recognized: RecognizedFile,
  workers: LiveWorkers,
  now: Date,
): Promise<NewConversion> {
  const fields = conversionFields(operation, recognized, outputFormat, options)
  const requested = parseOptions(operation, fields)
  const request = { operation, files: [{ uploadId: upload.id, path }], requested }
  return prepareConversion(deps, owner, request, workers, now)
}

function pairError({ format }: UploadRecord, file: RecognizedFile, to: FormatId): AppError {
  if (format === null) return new AppError('unknown-type')
  const from = formats[formatFor(file)].label
  const others = outputsOfFile(file).map(output => formats[output].label)
  if (others.length === 0) return new AppError('unsupported-input', { format: from })
  return new AppError('pair-unavailable', { from, to: formats[to].label, others: others.join(', ') })
}
