/** Reads a call with files: multipart, each file streamed away as it comes, or JSON that names files sent before. */
import { AppError } from '@filesmith/contract/errors'
import { type SentFile, sentFilesSchema } from '@filesmith/contract/schemas/batch'
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RequestedFile } from '../domain/conversions/prepare-conversion.ts'
import type { Owner } from '../domain/owners/owner.ts'
import { type ReceiveUploadDeps, receiveUpload } from '../domain/uploads/receive-upload.ts'
import { removeUpload } from '../domain/uploads/remove-upload.ts'
import { uploadKey } from '../domain/uploads/upload-key.ts'
import { uploadLimitBytes } from '../domain/uploads/upload-limit.ts'
import type { HttpDependencies } from './dependencies.ts'
import { requesterOf } from './requester-of.ts'

const maxFields = 20
const maxFieldBytes = 10_000

export type ReceiveFormDeps = ReceiveUploadDeps & Pick<HttpDependencies, 'hashAddress'>

export interface FormRules {
  /** Decides how large a file may be; null where it is not known yet. */
  readonly purpose: UploadPurpose | null
  /** How the parts with files are called. */
  readonly fileFields: readonly string[]
  readonly maxFiles: number
}

export interface ReceivedForm {
  readonly fields: Record<string, unknown>
  /** What came with the call, or else what it names. */
  readonly files: readonly RequestedFile[]
  /** Forgets the files that came with the call; those sent before stay. */
  discardReceived(): Promise<void>
}

export async function receiveForm(
  deps: ReceiveFormDeps,
  request: FastifyRequest,
  owner: Owner,
  rules: FormRules,
): Promise<ReceivedForm> {
  const received: RequestedFile[] = []
  const discardReceived = async () => {
    for (const { uploadId: id } of received)
      await removeUpload(deps, { id, storageKey: uploadKey(id) }, 'asked')
  }
  try {
    const fields = request.isMultipart()
      ? await receiveParts(deps, request, owner, rules, received)
      : Object(request.body)
    const files = received.length > 0 ? received : namedFiles(fields)
    return { fields, files, discardReceived }
  } catch (error) {
    await discardReceived()
    throw error
  }
}

async function receiveParts(
  deps: ReceiveFormDeps,
  request: FastifyRequest,
  owner: Owner,
  { purpose, fileFields, maxFiles }: FormRules,
  received: RequestedFile[],
): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  const limits = {
    // One more than may be: whoever counts them says so in words.
    files: maxFiles + 1,
    fields: maxFields,
    fieldSize: maxFieldBytes,
    fileSize: uploadLimitBytes(owner, purpose) + 1,
  }
  // No part is longer than what is left of the body.
  let leftBytes = contentLength(request)
  for await (const part of request.parts({ limits, preservePath: true })) {
    if (part.type === 'field') fields[part.fieldname] = part.value
    else if (!fileFields.includes(part.fieldname)) part.file.resume()
    else {
      const path = part.filename ?? ''
      const { id, declaredBytes } = await receiveUpload(deps, requesterOf(deps, request, owner), {
        fileName: path,
        operation: purpose,
        source: part.file,
        sourceBytes: leftBytes,
      })
      if (leftBytes !== undefined) leftBytes -= declaredBytes
      received.push({ uploadId: id, path })
    }
  }
  return fields
}

/** Undefined for a body that is sent in chunks. */
export function contentLength({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}

function namedFiles(fields: Record<string, unknown>): RequestedFile[] {
  const single = z.object({ uploadId: z.string().optional() }).safeParse(fields)
  if (!single.success) throw new AppError('upload-not-found')
  if (single.data.uploadId !== undefined) return [{ uploadId: single.data.uploadId }]
  if (fields.files === undefined) return []
  const several = sentFilesSchema.safeParse(fields.files)
  if (!several.success) throw new AppError('upload-not-found')
  return several.data.map(toRequestedFile)
}

function toRequestedFile({ uploadId, path, modifiedAt }: SentFile): RequestedFile {
  return { uploadId, path, modifiedAt: modifiedAt === undefined ? undefined : new Date(modifiedAt) }
}
