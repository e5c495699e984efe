/** Cancels a running conversion, or deletes a finished one with its files; cleanup of expired and lost ones. */
import { operations } from '@filesmith/contract/operations/registry'
import { isFinished } from '@filesmith/contract/schemas/conversion'
import type { ConversionRecord, ConversionStore } from '../../ports/conversion-store.ts'
import type { WorkerRegistry } from '../../ports/worker-registry.ts'
import { loadEquippedWorkers } from '../engines/live-workers.ts'
import type { Owner } from '../owners/owner.ts'
import { type RemoveUploadDeps, removeUpload } from '../uploads/remove-upload.ts'
import { findConversion } from './find-conversion.ts'
import { resultPrefix } from './result-prefix.ts'

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

/** Jobs that the queue gave up on, for example because their workers crashed repeatedly. */
export async function failLostConversions(deps: { conversions: ConversionStore }): Promise<number> {
  const lost = await deps.conversions.listLost(batchSize)
  for (const record of lost) {
    await deps.conversions.fail(record.id, record.attempt, { code: 'internal', params: {} })
  }
  return lost.length
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
