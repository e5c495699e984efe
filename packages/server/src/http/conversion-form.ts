/** Reads a conversion call: multipart with a streamed `file`, or the id of a finished upload in its place. */
import { AppError } from '@filesmith/contract/errors'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Owner } from '../domain/owners/owner.ts'
import type { FinishUploadDeps } from '../domain/uploads/finish-upload.ts'
import { receiveUpload } from '../domain/uploads/receive-upload.ts'
import { removeUpload } from '../domain/uploads/remove-upload.ts'
import { uploadLimitBytes } from '../domain/uploads/upload-limit.ts'

const maxFields = 20
const maxFieldBytes = 10_000

interface ConversionForm {
  readonly uploadId: string
  readonly options: z.infer<(typeof operations)[OperationId]['options']>
}

interface ReadForm extends ConversionForm {
  /** Forgets the file that came with the call; one that was sent before stays. */
  discardReceived(): Promise<void>
}

export async function readConversionForm(
  deps: FinishUploadDeps,
  request: FastifyRequest,
  owner: Owner,
  operation: OperationId,
): Promise<ReadForm> {
  const { fields, receivedUploadId } = request.isMultipart()
    ? await readMultipart(deps, request, owner, operation)
    : { fields: request.body, receivedUploadId: undefined }
  const discardReceived = async () => {
    if (receivedUploadId) await discard(deps, receivedUploadId)
  }
  try {
    return { ...checkFields(fields, operation, receivedUploadId), discardReceived }
  } catch (error) {
    await discardReceived()
    throw error
  }
}

async function readMultipart(
  deps: FinishUploadDeps,
  request: FastifyRequest,
  owner: Owner,
  operation: OperationId,
): Promise<{ fields: Record<string, unknown>; receivedUploadId: string | undefined }> {
  const fields: Record<string, unknown> = {}
  let receivedUploadId: string | undefined
  try {
    const limits = {
      files: 1,
      fields: maxFields,
      fieldSize: maxFieldBytes,
      fileSize: uploadLimitBytes(owner, operation) + 1,
    }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else if (part.fieldname !== 'file') part.file.resume()
      else {
        const upload = { fileName: part.filename ?? '', operation, source: part.file }
        receivedUploadId = (await receiveUpload(deps, owner, upload)).id
      }
    }
    return { fields, receivedUploadId }
  } catch (error) {
    if (receivedUploadId) await discard(deps, receivedUploadId)
    throw error
  }
}

const discard = (deps: FinishUploadDeps, id: string) =>
  removeUpload(deps, { id, storageKey: `uploads/${id}` })

function checkFields(
  fields: unknown,
  operation: OperationId,
  receivedUploadId: string | undefined,
): ConversionForm {
  const options = operations[operation].options.safeParse(fields)
  const reference = z.object({ uploadId: z.string().optional() }).safeParse(fields ?? {})
  const uploadId = receivedUploadId ?? reference.data?.uploadId
  if (!reference.success) throw new AppError('upload-not-found')
  if (uploadId === undefined) throw new AppError('file-missing')
  if (!options.success) {
    const reason = options.error.issues.map(issue => issue.message).join(' ')
    throw new AppError('invalid-request', { reason })
  }
  return { uploadId, options: options.data }
}
