/** Validates a conversion request against its files, the plan and the available engines, and builds its record. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import { type FormatId, formats } from '@filesmith/contract/formats'
import { type Operation, queueClassFor, type Requested } from '@filesmith/contract/operations/operation'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import { enginesNeeded } from '@filesmith/engines/build-execution-plan'
import type { ConversionOptions, NewConversion } from '../../ports/conversion-store.ts'
import type { SecretBox } from '../../ports/secret-box.ts'
import type { UploadRecord, UploadStore } from '../../ports/upload-store.ts'
import { buildExecutionPlanForWorkers } from '../engines/execution-plan-for-workers.ts'
import type { LiveWorkers } from '../engines/live-workers.ts'
import type { Owner } from '../owners/owner.ts'
import { findUpload } from '../uploads/find-upload.ts'
import { storedUntil } from '../uploads/finish-upload.ts'
import { tooLargeError, uploadLimitBytes } from '../uploads/upload-limit.ts'
import { archiveName } from './archive-name.ts'

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
  const uploads = await findCompleteUploads(deps, owner, request)
  const [first] = uploads
  if (!first) throw new AppError('file-missing')

  const from = originalFormat(operation, uploads)
  const inputFormats = uploads.map(({ format }) => format ?? 'other')
  const formatRefusal = requested.refuseFormats(inputFormats)
  if (formatRefusal) throw formatRefusal
  const outputFormat = requested.outputFor(from)
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
    sealedPassword: requested.password ? deps.secretBox.seal(requested.password) : null,
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

/** Several files of any format have no common format; otherwise the first file's format is used. */
function originalFormat({ inputs }: Operation, uploads: readonly UploadRecord[]): FormatId {
  if (inputs === 'any') return (uploads.length === 1 ? uploads[0]?.format : undefined) ?? 'other'
  for (const { format } of uploads) {
    if (!format) throw new AppError('unknown-type')
    if (uploads.length > 1 && !inputs.includes(format))
      throw new AppError('unsupported-input', { format: formats[format].label })
  }
  return uploads[0]?.format ?? 'other'
}

function describeFile(
  { operation, files }: ConversionRequest,
  uploads: readonly UploadRecord[],
  first: UploadRecord,
  outputFormat: FormatId,
): Pick<NewConversion, 'fileName' | 'originalSize' | 'fileCount' | 'inputs'> {
  const originalSize = uploads.reduce((sum, upload) => sum + upload.declaredBytes, 0)
  const definition: Operation = operations[operation]
  if (definition.takes !== 'several-files') return { fileName: first.fileName, originalSize, fileCount: 1 }
  const inputs = uploads.map((upload, index) => ({
    uploadId: upload.id,
    inputKey: upload.storageKey,
    name: files[index]?.path || upload.fileName,
    sizeBytes: upload.declaredBytes,
    modifiedAt: files[index]?.modifiedAt ?? upload.createdAt,
  }))
  const fileName = definition.fileKind === 'archive' ? archiveName(inputs, outputFormat) : first.fileName
  return { fileName, originalSize, fileCount: definition.countsAsOne ? 1 : inputs.length, inputs }
}
