/** Requesting conversions: checks the files and options, builds the execution plan, charges and enqueues; also retries and repeats. */

import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import { formatRefusal } from '@filesmith/contract/format-refusal'
import type { FormatId } from '@filesmith/contract/formats'
import { joinPasswords, passwordOfFile, refusePasswords } from '@filesmith/contract/operations/file-passwords'
import { type Operation, queueClassFor, type Requested } from '@filesmith/contract/operations/operation'
import { parseStoredOptions } from '@filesmith/contract/operations/parse-options'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import { formatFor, refuseFormat } from '@filesmith/contract/refuse-format'
import { enginesNeeded } from '@filesmith/engines/build-execution-plan'
import type { SecretBox } from '../../adapters/node-crypto/aes-secret-box.ts'
import type { AllowanceStore, Charge, FullAllowance } from '../../database/allowance-store.ts'
import type { ConversionOptions, ConversionRecord, NewConversion } from '../../database/conversion-record.ts'
import type { ConversionStore } from '../../database/conversion-store.ts'
import type { UploadRecord, UploadStore } from '../../database/upload-store.ts'
import type { WorkerRegistry } from '../../database/worker-registry.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Tracer } from '../../ports/tracer.ts'
import {
  type AllowanceLimits,
  allowanceTooSmallError,
  allowanceUsedError,
  chargeFor,
  type Requester,
} from '../allowance/allowance.ts'
import { buildExecutionPlanForWorkers, type LiveWorkers, loadLiveWorkers } from '../engines/workers.ts'
import type { Owner } from '../owners/owner.ts'
import { refuseUntranslatable } from '../translation/translation.ts'
import { storedUntil } from '../uploads/upload-content.ts'
import { findUpload, tooLargeError, uploadLimitBytes } from '../uploads/uploads.ts'
import { findConversion } from './conversions.ts'
import { archiveName } from './downloads.ts'

export interface RequestConversionDeps extends Clock {
  readonly uploads: UploadStore
  readonly conversions: ConversionStore
  readonly workers: WorkerRegistry
  readonly secretBox: SecretBox
  readonly allowances: AllowanceStore
  readonly allowanceLimits: AllowanceLimits
  readonly tracer: Tracer
}

export async function requestConversion(
  deps: RequestConversionDeps,
  requester: Requester,
  request: ConversionRequest,
): Promise<{ id: string }> {
  const attributes = { 'filesmith.operation': request.operation, 'filesmith.plan': requester.owner.plan }
  return deps.tracer.trace('request conversion', { attributes }, async () => {
    const workers = await loadLiveWorkers(deps)
    await refuseUntranslatable(deps, request.requested)
    const now = deps.now()
    const conversion = await prepareConversion(deps, requester.owner, request, workers, now)
    await acceptConversions(deps, requester, [conversion], now)
    return { id: conversion.id }
  })
}

/** Throws what `requestConversion` would throw now, before a user waits for nothing. */
export async function checkConversion(
  deps: RequestConversionDeps,
  requester: Requester,
  request: ConversionRequest,
): Promise<void> {
  const workers = await loadLiveWorkers(deps)
  await refuseUntranslatable(deps, request.requested)
  const now = deps.now()
  const conversion = await prepareConversion(deps, requester.owner, request, workers, now)
  await checkAllowance(deps, requester, [conversion], now)
}

/** Throws what `acceptConversions` would throw now. */
export async function checkAllowance(
  deps: RequestConversionDeps,
  requester: Requester,
  wanted: readonly NewConversion[],
  now: Date,
): Promise<void> {
  const charge = chargeFor(deps.allowanceLimits, requester, now)
  const exhausted = await deps.conversions.findExhausted(
    wanted.filter(({ failure }) => failure === undefined),
    charge,
  )
  if (exhausted) throw await exhaustedError(deps, requester, wanted, exhausted, charge, now)
}

/** Accepts and charges all conversions in one transaction, or none. */
export async function acceptConversions(
  deps: RequestConversionDeps,
  requester: Requester,
  wanted: readonly NewConversion[],
  now: Date,
): Promise<void> {
  const charge = chargeFor(deps.allowanceLimits, requester, now)
  const traceParent = deps.tracer.traceParent()
  const outcome = await deps.conversions.enqueue(
    wanted.map(conversion => ({ ...conversion, traceParent })),
    charge,
  )
  if (outcome !== 'queued') throw await exhaustedError(deps, requester, wanted, outcome, charge, now)
}

async function exhaustedError(
  deps: RequestConversionDeps,
  requester: Requester,
  wanted: readonly NewConversion[],
  exhausted: FullAllowance,
  charge: Charge,
  now: Date,
): Promise<AppError> {
  const count = wanted.reduce((sum, { fileCount }) => sum + fileCount, 0)
  const left = exhausted === 'day-full' && count > 1 ? await remainingToday(deps, requester, charge) : 0
  return left > 0
    ? allowanceTooSmallError(count, left, charge, now)
    : allowanceUsedError(exhausted, charge, now)
}

async function remainingToday(
  { allowances }: RequestConversionDeps,
  { owner }: Requester,
  { day, perDay }: Charge,
): Promise<number> {
  const { byDay } = await allowances.read(owner.id, day, day)
  return Math.max(0, (perDay ?? 0) - (byDay.get(day) ?? 0))
}

/** Passwords are not kept, so a protected conversion cannot be repeated. */
function refuseWithoutPassword(options: ConversionOptions | null): void {
  if (options?.isPasswordProtected === true) throw new AppError('password-gone')
}

/** An uploaded file, with an optional path inside an archive. */
export interface RequestedFile {
  readonly uploadId: string
  /** With folders. */
  readonly path?: string | undefined
  readonly modifiedAt?: Date | undefined
}

export interface ConversionRequest {
  readonly operation: OperationId
  /** One, unless the operation takes several. */
  readonly files: readonly RequestedFile[]
  readonly requested: Requested
}

export interface PrepareDeps {
  readonly uploads: UploadStore
  readonly secretBox: SecretBox
}

/** Validates a conversion request against its files, the plan and the available engines, and builds its record. */
export async function prepareConversion(
  deps: PrepareDeps,
  owner: Owner,
  request: ConversionRequest,
  workers: LiveWorkers,
  now: Date,
): Promise<NewConversion> {
  const operation: Operation = operations[request.operation]
  const { requested } = request
  const refusal = requested.refusal(owner.plan)
  if (refusal) throw refusal
  const passwordsRefusal = refusePasswords(requested, request.files.length)
  if (passwordsRefusal) throw passwordsRefusal
  const password =
    operation.takes === 'several-files' ? joinPasswords(requested) : passwordOfFile(requested, 0)
  const uploads = await findCompleteUploads(deps, owner, request)
  const [first] = uploads
  if (!first) throw new AppError('file-missing')

  const from = originalFormat(requested.inputs, uploads)
  const inputFormats = uploads.map(upload => formatOfUpload(upload, requested.inputs))
  const inputRefusal = requested.refuseFormats(inputFormats)
  if (inputRefusal) throw inputRefusal
  const outputFormat = requested.outputFor(from)
  const premiumRefusal = formatRefusal(outputFormat, owner.plan)
  if (premiumRefusal) throw premiumRefusal
  const options: ConversionOptions = { ...requested.options, outputFormat }
  const described = describeFile(request, uploads, first, outputFormat)
  const queueClass = queueClassFor(operation, described.originalSize)
  const executionPlan = buildExecutionPlanForWorkers(workers, queueClass, {
    operation: request.operation,
    from,
    requested,
  })
  return {
    ...described,
    id: randomUUID(),
    ownerId: owner.id,
    ownerPlan: owner.plan,
    operation: request.operation,
    uploadId: first.id,
    inputKey: first.storageKey,
    fileKind: operation.fileKind,
    originalFormat: from,
    convertedFormat: outputFormat,
    executionPlan,
    engines: enginesNeeded(executionPlan),
    options,
    sealedPassword: password ? deps.secretBox.seal(password) : null,
    createdAt: now,
    expiresAt: storedUntil(owner, now),
  }
}

async function findCompleteUploads(
  deps: PrepareDeps,
  owner: Owner,
  { operation, files }: ConversionRequest,
): Promise<UploadRecord[]> {
  const limitBytes = uploadLimitBytes(owner, operation)
  return Promise.all(
    files.map(async file => {
      const upload = await findUpload(deps, owner, file.uploadId)
      if (!upload.completedAt) throw new AppError('upload-incomplete')
      if (upload.declaredBytes > limitBytes) throw tooLargeError(limitBytes)
      return upload
    }),
  )
}

function formatOfUpload({ format, fileName }: UploadRecord, inputs: Requested['inputs']): FormatId {
  return format === null ? 'other' : formatFor({ fileName, format }, inputs)
}

/** Several files of any format have no common format; otherwise the first file's format is used. */
function originalFormat(inputs: Requested['inputs'], uploads: readonly UploadRecord[]): FormatId {
  if (inputs === 'any') return (uploads.length === 1 ? uploads[0]?.format : undefined) ?? 'other'
  for (const { format, fileName } of uploads) {
    if (!format) throw new AppError('unknown-type')
    const refusal = refuseFormat({ fileName, format }, inputs)
    if (refusal) throw refusal
  }
  return uploads[0] === undefined ? 'other' : formatOfUpload(uploads[0], inputs)
}

function describeFile(
  { operation, files }: ConversionRequest,
  uploads: readonly UploadRecord[],
  first: UploadRecord,
  outputFormat: FormatId,
): Pick<NewConversion, 'fileName' | 'originalSize' | 'fileCount' | 'inputs'> {
  const originalSize = uploads.reduce((sum, upload) => sum + upload.declaredBytes, 0)
  const definition: Operation = operations[operation]
  const isInFolder = files.some(({ path }) => path?.includes('/'))
  if (definition.takes !== 'several-files' && !isInFolder)
    return { fileName: first.fileName, originalSize, fileCount: 1 }
  const inputs = uploads.map((upload, index) => ({
    uploadId: upload.id,
    inputKey: upload.storageKey,
    name: files[index]?.path || upload.fileName,
    sizeBytes: upload.declaredBytes,
    modifiedAt: files[index]?.modifiedAt ?? upload.createdAt,
  }))
  const fileName = definition.fileKind === 'archive' ? archiveName(inputs, outputFormat) : first.fileName
  const countsAsOne = definition.takes === 'several-files' && definition.countsAsOne
  return { fileName, originalSize, fileCount: countsAsOne ? 1 : inputs.length, inputs }
}

/** Retries a failed or canceled conversion with the existing upload; a password opens it if it is protected. */
export async function retryConversion(
  deps: Pick<
    RequestConversionDeps,
    'conversions' | 'uploads' | 'allowanceLimits' | 'secretBox' | 'tracer' | 'now'
  >,
  requester: Requester,
  id: string,
  password?: string,
): Promise<void> {
  const { owner } = requester
  const record = await findConversion(deps, owner, id)
  // The file was refused at the request, so no pipeline exists.
  if (record.executionPlan.steps.length === 0) throw new AppError('conversion-not-retryable')
  refuseWithoutPassword(record.options)
  const sealedPassword = password ? deps.secretBox.seal(usedPassword(record, password)) : null
  const inputs = await deps.conversions.listInputs(id)
  const { uploadId, originalSize: sizeBytes } = record
  // The account may have been downgraded since.
  const limitBytes = uploadLimitBytes(owner, record.operation)
  for (const file of inputs.length === 0 ? [{ uploadId, sizeBytes }] : inputs) {
    await findUpload(deps, owner, file.uploadId)
    if (file.sizeBytes > limitBytes) throw tooLargeError(limitBytes)
  }

  const now = deps.now()
  const charge = chargeFor(deps.allowanceLimits, requester, now)
  const { operation, originalSize } = record
  const renewed = {
    ownerPlan: owner.plan,
    expiresAt: storedUntil(owner, now),
    engines: enginesNeeded(record.executionPlan),
    operation,
    originalSize,
    sealedPassword,
    traceParent: deps.tracer.traceParent(),
  }
  const outcome = await deps.conversions.enqueueRetry(id, renewed, charge)
  if (outcome === 'not-retryable') throw new AppError('conversion-not-retryable')
  if (outcome !== 'queued') throw allowanceUsedError(outcome, charge, now)
}

/** Rejects a password that the operation would ignore. */
function usedPassword(record: ConversionRecord, given: string): string {
  const { operation, originalFormat: from, convertedFormat: outputFormat } = record
  const { password, refuseFormats } = parseStoredOptions(operation, {
    ...(record.options ?? { outputFormat }),
    password: given,
  })
  if (!password) throw new AppError('unknown-option', { what: operation, option: 'password' })
  const refusal = refuseFormats([from])
  if (refusal) throw refusal
  return password
}

/** Requests a past conversion again as a new one, under the owner's current plan. */
export async function repeatConversion(
  deps: RequestConversionDeps,
  requester: Requester,
  id: string,
): Promise<{ id: string }> {
  const { operation, uploadId, options } = await findConversion(deps, requester.owner, id)
  // Records of older versions have no options.
  if (options === null) throw new AppError('upload-not-found')
  refuseWithoutPassword(options)
  const inputs = await deps.conversions.listInputs(id)
  const files =
    inputs.length === 0
      ? [{ uploadId }]
      : inputs.map(input => ({ uploadId: input.uploadId, path: input.name, modifiedAt: input.modifiedAt }))
  return requestConversion(deps, requester, {
    operation,
    files,
    requested: parseStoredOptions(operation, options),
  })
}
