/** Accepts a conversion: everything that can be known to fail fails here, not in the queue. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import { planConversion } from '@filesmith/engines/plan'
import type { ConversionStore, NewConversion } from '../../ports/conversion-store.ts'
import type { UploadStore } from '../../ports/upload-store.ts'
import type { WorkerRegistry } from '../../ports/worker-registry.ts'
import { loadEngineAvailability } from '../engines/engine-availability.ts'
import type { Owner } from '../owners/owner.ts'
import { findUpload } from '../uploads/find-upload.ts'
import { storedUntil } from '../uploads/finish-upload.ts'
import { tooLargeError, uploadLimitBytes } from '../uploads/upload-limit.ts'

export interface RequestConversionDeps {
  readonly uploads: UploadStore
  readonly conversions: ConversionStore
  readonly workers: WorkerRegistry
}

export interface ConversionRequest {
  readonly operation: OperationId
  readonly uploadId: string
  /** Already checked against the operation's schema. */
  readonly options: NewConversionOptions
}

type NewConversionOptions = Parameters<typeof planConversion>[0]['options']

export async function requestConversion(
  deps: RequestConversionDeps,
  owner: Owner,
  request: ConversionRequest,
): Promise<{ id: string }> {
  const upload = await findUpload(deps, owner, request.uploadId)
  if (!upload.completedAt) throw new AppError('upload-incomplete')
  const limitBytes = uploadLimitBytes(owner, request.operation)
  if (upload.declaredBytes > limitBytes) throw tooLargeError(limitBytes)
  if (upload.format === null) throw new AppError('unknown-type')

  const plan = planConversion({
    operation: request.operation,
    from: upload.format,
    options: request.options,
    isAvailable: await loadEngineAvailability(deps),
  })
  const conversion: NewConversion = {
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
    createdAt: new Date(),
    expiresAt: storedUntil(owner),
  }
  await deps.conversions.enqueue(conversion)
  return { id: conversion.id }
}
