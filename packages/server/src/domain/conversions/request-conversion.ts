/** Accepts conversions: everything that can be known to fail fails here, not in the queue. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import { planConversion } from '@filesmith/engines/plan'
import type { ConversionOptions, ConversionStore, NewConversion } from '../../ports/conversion-store.ts'
import type { UploadStore } from '../../ports/upload-store.ts'
import type { WorkerRegistry } from '../../ports/worker-registry.ts'
import type { AllowanceLimits } from '../allowance/allowance-limits.ts'
import { allowanceUsedError, chargeFor } from '../allowance/charge-for.ts'
import type { Requester } from '../allowance/requester.ts'
import { loadEngineAvailability } from '../engines/engine-availability.ts'
import type { Owner } from '../owners/owner.ts'
import { findUpload } from '../uploads/find-upload.ts'
import { storedUntil } from '../uploads/finish-upload.ts'
import { tooLargeError, uploadLimitBytes } from '../uploads/upload-limit.ts'

export interface RequestConversionDeps {
  readonly uploads: UploadStore
  readonly conversions: ConversionStore
  readonly workers: WorkerRegistry
  readonly allowanceLimits: AllowanceLimits
}

export interface ConversionRequest {
  readonly operation: OperationId
  readonly uploadId: string
  /** Already checked against the operation's schema. */
  readonly options: ConversionOptions
}

export async function requestConversion(
  deps: RequestConversionDeps,
  requester: Requester,
  request: ConversionRequest,
  now = new Date(),
): Promise<{ id: string }> {
  const isAvailable = await loadEngineAvailability(deps)
  const conversion = await prepare(deps, requester.owner, request, isAvailable, now)
  await accept(deps, requester, [conversion], now)
  return { id: conversion.id }
}

/** Several files at once are accepted and charged together, or not at all. */
export async function requestConversions(
  deps: RequestConversionDeps,
  requester: Requester,
  requests: readonly ConversionRequest[],
  now = new Date(),
): Promise<{ ids: string[] }> {
  const isAvailable = await loadEngineAvailability(deps)
  const wanted = await Promise.all(
    requests.map(request => prepare(deps, requester.owner, request, isAvailable, now)),
  )
  await accept(deps, requester, wanted, now)
  return { ids: wanted.map(({ id }) => id) }
}

async function accept(
  deps: RequestConversionDeps,
  requester: Requester,
  wanted: readonly NewConversion[],
  now: Date,
): Promise<void> {
  const charge = chargeFor(deps.allowanceLimits, requester, now)
  const outcome = await deps.conversions.enqueue(wanted, charge)
  if (outcome !== 'queued') throw allowanceUsedError(outcome, charge, now)
}

async function prepare(
  deps: RequestConversionDeps,
  owner: Owner,
  request: ConversionRequest,
  isAvailable: Awaited<ReturnType<typeof loadEngineAvailability>>,
  now: Date,
): Promise<NewConversion> {
  const upload = await findUpload(deps, owner, request.uploadId)
  if (!upload.completedAt) throw new AppError('upload-incomplete')
  const limitBytes = uploadLimitBytes(owner, request.operation)
  if (upload.declaredBytes > limitBytes) throw tooLargeError(limitBytes)
  if (upload.format === null) throw new AppError('unknown-type')

  const plan = planConversion({
    operation: request.operation,
    from: upload.format,
    options: request.options,
    isAvailable,
  })
  return {
    id: randomUUID(),
    ownerId: owner.id,
    ownerPlan: owner.plan,
    operation: request.operation,
    uploadId: upload.id,
    inputKey: upload.storageKey,
    fileName: upload.fileName,
    fileKind: operations[request.operation].fileKind,
    originalFormat: upload.format,
    convertedFormat: request.options.outputFormat,
    originalSize: upload.declaredBytes,
    plan,
    options: request.options,
    createdAt: now,
    expiresAt: storedUntil(owner, now),
  }
}
