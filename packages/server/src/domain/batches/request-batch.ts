/** Requests one conversion per file, charged and watched together as a batch. */
import { randomUUID } from 'node:crypto'
import { AppError, toAppError } from '@filesmith/contract/errors'
import type { Requested } from '@filesmith/contract/operations/operation'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import { createExecutionPlan } from '@filesmith/contract/schemas/execution-plan'
import type { NewConversion } from '../../ports/conversion-store.ts'
import type { UploadRecord } from '../../ports/upload-store.ts'
import type { Requester } from '../allowance/requester.ts'
import { prepareConversion } from '../conversions/prepare-conversion.ts'
import { acceptConversions, type RequestConversionDeps } from '../conversions/request-conversion.ts'
import { type LiveWorkers, loadLiveWorkers } from '../engines/live-workers.ts'
import type { Owner } from '../owners/owner.ts'
import { findUpload } from '../uploads/find-upload.ts'
import { storedUntil } from '../uploads/finish-upload.ts'

/** The operation applied to each file. */
export interface BatchRequest {
  readonly operation: OperationId
  readonly requested: Requested
  readonly uploadIds: readonly string[]
}

export async function requestBatch(
  deps: RequestConversionDeps,
  requester: Requester,
  request: BatchRequest,
  now = new Date(),
): Promise<{ id: string }> {
  const { owner } = requester
  const refused = request.requested.refusal(owner.plan)
  if (refused) throw refused
  const uploads = await Promise.all(request.uploadIds.map(id => findUpload(deps, owner, id)))
  const workers = await loadLiveWorkers(deps)
  const id = randomUUID()
  const wanted = await Promise.all(
    uploads.map(async (upload, position) => ({
      ...(await prepareOne(deps, owner, request, upload, workers, now)),
      batch: { id, position },
    })),
  )
  // If every file fails, the request is refused instead of creating a failed batch.
  const [first] = wanted
  if (first?.failure && wanted.every(({ failure }) => failure))
    throw new AppError(first.failure.code, first.failure.params)
  await acceptConversions(deps, requester, wanted, now)
  return { id }
}

/** A file that cannot be converted fails on its own; an internal error fails the whole request. */
async function prepareOne(
  deps: RequestConversionDeps,
  owner: Owner,
  { operation, requested }: BatchRequest,
  upload: UploadRecord,
  workers: LiveWorkers,
  now: Date,
): Promise<NewConversion> {
  const request = { operation, files: [{ uploadId: upload.id }], requested }
  try {
    return await prepareConversion(deps, owner, request, workers, now)
  } catch (error) {
    const { code, params, isFault } = toAppError(error)
    if (isFault || code === 'upload-incomplete') throw error
    const originalFormat = upload.format ?? 'other'
    const outputFormat = requested.outputFor(originalFormat)
    return {
      id: randomUUID(),
      ownerId: owner.id,
      ownerPlan: owner.plan,
      operation,
      uploadId: upload.id,
      inputKey: upload.storageKey,
      fileName: upload.fileName,
      fileKind: operations[operation].fileKind,
      originalFormat,
      convertedFormat: outputFormat,
      originalSize: upload.declaredBytes,
      fileCount: 1,
      executionPlan: createExecutionPlan([]),
      engines: [],
      options: { ...requested.options, outputFormat },
      createdAt: now,
      expiresAt: storedUntil(owner, now),
      failure: { code, params },
    }
  }
}
