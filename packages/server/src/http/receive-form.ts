/** Reads a request with files: multipart, each file streamed to storage as it arrives, or JSON that names uploaded files. */
import { Readable } from 'node:stream'
import { AppError } from '@filesmith/contract/errors'
import { optionError } from '@filesmith/contract/operations/parse-options'
import { type SentFile, sentFilesSchema } from '@filesmith/contract/schemas/batch'
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import type { FastifyRequest } from 'fastify'
import type { RequestedFile } from '../domain/conversions/request-conversion.ts'
import type { Owner } from '../domain/owners/owner.ts'
import { type ReceiveUploadDeps, receiveUpload } from '../domain/uploads/upload-content.ts'
import { removeUpload, uploadKey, uploadLimitBytes } from '../domain/uploads/uploads.ts'
import type { NetworkDeps } from './network-hash.ts'
import { refuseUnusableText, refuseUnusableValue } from './refuse-unusable-values.ts'
import { requesterOf } from './requester-of.ts'

const maxFields = 20
/** Limit per field and for all fields together; the same as for a JSON body. */
const maxFieldBytes = 1_048_576
const textFileName = 'text.txt'

export type ReceiveFormDeps = ReceiveUploadDeps & NetworkDeps

export interface FormRules {
  /** Determines the maximum file size; null if not known yet. */
  readonly purpose: UploadPurpose | null
  /** Names of the multipart fields that contain files. */
  readonly fileFields: readonly string[]
  readonly maxFiles: number
  /** The field `text` is the content of a file. */
  readonly takesText?: boolean
}

export interface ReceivedForm {
  readonly fields: Readonly<Record<string, unknown>>
  /** The fields except those that name files. */
  readonly options: Readonly<Record<string, unknown>>
  /** Files sent with the request, or else those that it names. */
  readonly files: readonly RequestedFile[]
  /** Deletes the files sent with the request; files uploaded before stay. */
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
      : fieldsOf(request.body)
    const { uploadId, files: named, ...others } = fields
    const { text, ...withoutText } = others
    const options = rules.takesText ? withoutText : others
    if (rules.takesText && text !== undefined)
      received.push(await receiveText(deps, requesterOf(deps, request, owner), rules, text))
    const sources = [received.length > 0, uploadId !== undefined, named !== undefined].filter(Boolean)
    if (sources.length > 1)
      throw refused(
        'Send files with the request, or name them by uploadId or by files, but only one of the three.',
      )
    const files = received.length > 0 ? received : namedFiles(uploadId, named)
    return { fields, options, files, discardReceived }
  } catch (error) {
    await discardReceived()
    throw error
  }
}

async function receiveText(
  deps: ReceiveFormDeps,
  requester: Parameters<typeof receiveUpload>[1],
  { purpose }: FormRules,
  text: unknown,
): Promise<RequestedFile> {
  if (typeof text !== 'string' || text === '') throw refused('Text must be a string that is not empty.')
  const content = Buffer.from(text)
  const { id } = await receiveUpload(deps, requester, {
    fileName: textFileName,
    operation: purpose,
    source: Readable.from([content]),
    sourceBytes: content.length,
  })
  return { uploadId: id, path: textFileName }
}

function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body))
    throw refused('The body must be a form or a JSON object.')
  return { ...body }
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
    // One more than allowed, so that the caller can report the limit in its own error.
    files: maxFiles + 1,
    fields: maxFields,
    fieldSize: maxFieldBytes,
    fileSize: uploadLimitBytes(owner, purpose) + 1,
  }
  // No part is longer than the remaining body.
  let leftBytes = contentLength(request)
  let fieldBytes = 0
  let file: Readable | undefined
  let isStoring = false
  try {
    for await (const part of request.parts({ limits, preservePath: true })) {
      const { fieldname } = part
      refuseUnusableText('A field name', fieldname)
      if (part.type === 'field') {
        fieldBytes += Buffer.byteLength(String(part.value))
        if (part.valueTruncated || fieldBytes > maxFieldBytes) throw refused('The fields are too long.')
        addField(fields, fieldname, part.value)
        continue
      }
      file = part.file
      // It may fail before it is first read; without a handler the process would crash. Reading reports the error.
      file.on('error', () => undefined)
      if (!fileFields.includes(fieldname))
        throw refused(`Files are sent as ${fileFields.join(' or ')}, not as ${fieldname}.`)
      const path: string | undefined = part.filename
      if (path !== undefined) refuseUnusableText('A file name', path)
      isStoring = true
      const { id, declaredBytes } = await receiveUpload(deps, requesterOf(deps, request, owner), {
        fileName: path,
        operation: purpose,
        source: file,
        sourceBytes: leftBytes,
      })
      isStoring = false
      if (leftBytes !== undefined) leftBytes -= declaredBytes
      received.push({ uploadId: id, path })
    }
  } catch (error) {
    // Not an event: the form may end inside a file before its predecessor is stored.
    const isMalformed = (file?.errored ?? null) !== null || (!isStoring && isReaderError(error))
    if (error instanceof AppError || !isMalformed) throw error
    throw refused('The form is malformed or incomplete.', error)
  }
  return fields
}

/** Undefined for a chunked body. */
export function contentLength({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}

function addField(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (Object.hasOwn(fields, name)) throw refused(`The field ${name} was sent twice.`)
  // A part may contain JSON.
  refuseUnusableValue(`the field ${name}`, value)
  fields[name] = value
}

/** The multipart parser reports malformed input as bare `Error`s; its other errors have a status. */
function isReaderError(error: unknown): boolean {
  return error instanceof Error && error.constructor === Error && !('code' in error)
}

function namedFiles(uploadId: unknown, named: unknown): RequestedFile[] {
  if (uploadId !== undefined) {
    if (typeof uploadId !== 'string') throw new AppError('upload-not-found')
    return [{ uploadId }]
  }
  if (named === undefined) return []
  const several = sentFilesSchema.safeParse(named)
  if (several.success) return several.data.map(toRequestedFile)
  const isUnknownOption = several.error.issues.some(({ code }) => code === 'unrecognized_keys')
  throw isUnknownOption ? optionError('A file', several.error) : new AppError('upload-not-found')
}

function toRequestedFile({ uploadId, path, modifiedAt }: SentFile): RequestedFile {
  return { uploadId, path, modifiedAt: modifiedAt === undefined ? undefined : new Date(modifiedAt) }
}

function refused(reason: string, cause?: unknown): AppError {
  return new AppError('invalid-request', { reason }, { cause })
}
