/** Resumable uploads (tus 1.0.0 with creation, creation-with-upload, expiration and termination). */
import { Readable } from 'node:stream'
import { apiPaths } from '@filesmith/contract/api-paths'
import { AppError } from '@filesmith/contract/errors'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import { isUploadPurpose, uploadPurposes } from '@filesmith/contract/upload-purposes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { UploadRecord } from '../../database/upload-store.ts'
import type { Requester } from '../../domain/allowance/allowance.ts'
import {
  type AppendDeps,
  appendToUpload,
  receivedBytes,
  receiveUpload,
  type UploadChunk,
} from '../../domain/uploads/upload-content.ts'
import {
  checkNewUpload,
  findUpload,
  type NewUpload,
  removeUpload,
  startUpload,
} from '../../domain/uploads/uploads.ts'
import type { NetworkDeps } from '../network-hash.ts'
import { currentOwner, ensureOwner } from '../owner-session.ts'
import { idParamsSchema } from '../params.ts'
import { requesterOf } from '../requester-of.ts'

type UploadDeps = AppendDeps & NetworkDeps

const tusVersion = '1.0.0'
const chunkType = 'application/offset+octet-stream'
const tags = ['Uploads']

/** For the API description; the handlers check the headers, because tus defines its own status codes. */
const tusHeaders = z.looseObject({ 'tus-resumable': z.string().optional().describe('1.0.0') })
const creationHeaders = tusHeaders.extend({
  'upload-length': z.string().optional().describe('Size of the whole file in bytes.'),
  'upload-metadata': z.string().optional().describe('filename and operation, values in base64.'),
})
const chunkHeaders = tusHeaders.extend({
  'upload-offset': z.string().optional().describe('Offset of this chunk in bytes.'),
})
const empty = z.null()
const response = { 200: empty, 201: empty, 204: empty, default: errorReplySchema }

export async function registerUploadRoutes(app: FastifyInstance, deps: UploadDeps): Promise<void> {
  await app.register(async scope => {
    // The body stays a stream, which the handler pipes to storage.
    scope.addContentTypeParser(chunkType, (_request, body, done) => done(null, body))
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('tus-resumable', tusVersion).header('cache-control', 'no-store')
    })
    scope.addHook('preValidation', async request => requireVersion(request))
    registerRoutes(scope, deps)
  })
}

function registerRoutes(scope: FastifyInstance, deps: UploadDeps): void {
  const config = { access: 'owner' } as const
  const typed = scope.withTypeProvider<ZodTypeProvider>()

  typed.options(
    apiPaths.uploads,
    {
      config: { access: 'anyone' },
      schema: { summary: 'Get the supported upload protocol', tags, response },
    },
    async (_request, reply) =>
      reply
        .status(204)
        .header('tus-version', tusVersion)
        .header('tus-extension', 'creation,creation-with-upload,expiration,termination')
        .send(null),
  )

  typed.post(
    apiPaths.uploads,
    { config, schema: { summary: 'Create an upload', tags, headers: creationHeaders, response } },
    async (request, reply) => {
      const owner = ensureOwner(request, reply)
      const { fileName, operation } = parseUploadMetadata(header(request, 'upload-metadata'))
      const declaredBytes = byteCount(request, 'upload-length')
      const wanted = { fileName, operation, declaredBytes }
      const hasBody = request.headers['content-type'] === chunkType
      const requester = requesterOf(deps, request, owner)
      const upload = hasBody
        ? await beginWithBody(deps, requester, wanted, request)
        : await begin(deps, requester, wanted)
      reply.status(201).header('location', `${apiPaths.uploads}/${upload.id}`)
      return describe(reply, upload, await receivedBytes(deps, owner, upload)).send(null)
    },
  )

  const params = idParamsSchema
  const one = (summary: string, headers: z.ZodType = tusHeaders) => ({
    config,
    schema: { summary, tags, params, headers, response },
  })

  typed.head(`${apiPaths.uploads}/:id`, one('Get the offset of an upload'), async (request, reply) => {
    const owner = currentOwner(request)
    const upload = await findUpload(deps, owner, request.params.id)
    return describe(reply, upload, await receivedBytes(deps, owner, upload)).send(null)
  })

  typed.patch(`${apiPaths.uploads}/:id`, one('Upload a chunk', chunkHeaders), async (request, reply) => {
    if (request.headers['content-type'] !== chunkType) {
      throw new AppError('invalid-request', { reason: `The content type must be ${chunkType}.` })
    }
    const owner = currentOwner(request)
    const chunk = chunkOf(request, byteCount(request, 'upload-offset'))
    const { lengthBytes } = await appendToUpload(deps, owner, request.params.id, chunk)
    return reply.status(204).header('upload-offset', lengthBytes).send(null)
  })

  typed.delete(`${apiPaths.uploads}/:id`, one('Cancel an upload'), async (request, reply) => {
    await removeUpload(deps, await findUpload(deps, currentOwner(request), request.params.id), 'asked')
    return reply.status(204).send(null)
  })
}

/** An empty file is complete without a chunk. */
async function begin(deps: UploadDeps, requester: Requester, wanted: NewUpload): Promise<UploadRecord> {
  if (wanted.declaredBytes > 0) return startUpload(deps, requester, wanted)
  checkNewUpload(requester.owner, wanted)
  return receiveUpload(deps, requester, { ...wanted, source: Readable.from([]), sourceBytes: 0 })
}

/** A file sent whole with the creation request is stored in one step. */
async function beginWithBody(
  deps: UploadDeps,
  requester: Requester,
  wanted: NewUpload,
  request: FastifyRequest,
): Promise<UploadRecord> {
  const { owner } = requester
  const chunk = chunkOf(request, 0)
  checkNewUpload(owner, wanted)
  if (chunk.sourceBytes === wanted.declaredBytes)
    return receiveUpload(deps, requester, { ...wanted, ...chunk, isLengthEnforced: true })
  const upload = await startUpload(deps, requester, wanted)
  await appendToUpload(deps, owner, upload.id, chunk)
  return findUpload(deps, owner, upload.id)
}

function describe(reply: FastifyReply, upload: UploadRecord, offsetBytes: number): FastifyReply {
  return reply
    .header('upload-offset', offsetBytes)
    .header('upload-length', upload.declaredBytes)
    .header('upload-expires', upload.expiresAt.toUTCString())
}

function chunkOf(request: FastifyRequest, offsetBytes: number): UploadChunk {
  const hasLength = request.headers['content-length'] !== undefined
  const sourceBytes = hasLength ? byteCount(request, 'content-length') : undefined
  return { offsetBytes, source: request.body as Readable, sourceBytes }
}

function requireVersion(request: FastifyRequest): void {
  if (request.method === 'OPTIONS') return
  if (header(request, 'tus-resumable') !== tusVersion)
    throw new AppError('upload-version', { version: tusVersion })
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

function byteCount(request: FastifyRequest, name: string): number {
  const text = header(request, name)
  const value = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new AppError('invalid-request', { reason: `The header ${name} must be a whole number of bytes.` })
  }
  return value
}

/** Parses tus' Upload-Metadata header: comma-separated keys with base64 values. */
export function parseUploadMetadata(header: string): Pick<NewUpload, 'fileName' | 'operation'> {
  const entries = header.split(',').map(pair => {
    const [key = '', value = ''] = pair.trim().split(/\s+/)
    return [key, Buffer.from(value, 'base64').toString('utf8')] as const
  })
  const values = new Map(entries)
  const operation = values.get('operation')
  if (operation !== undefined && !isUploadPurpose(operation)) {
    throw new AppError('invalid-request', {
      reason: `Operation must be one of: ${uploadPurposes.join(', ')}.`,
    })
  }
  return { fileName: values.get('filename') ?? values.get('name'), operation: operation ?? null }
}
