/** Resumable uploads by the tus protocol, version 1.0.0, with creation, creation-with-upload, expiration and termination. */
import type { Readable } from 'node:stream'
import { apiPaths } from '@filesmith/contract/api-paths'
import { AppError } from '@filesmith/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Owner } from '../../domain/owners/owner.ts'
import { appendToUpload, type UploadChunk } from '../../domain/uploads/append-to-upload.ts'
import { arrivedBytes, findUpload } from '../../domain/uploads/find-upload.ts'
import { receiveUpload } from '../../domain/uploads/receive-upload.ts'
import { removeUpload } from '../../domain/uploads/remove-upload.ts'
import { checkNewUpload, type NewUpload, startUpload } from '../../domain/uploads/start-upload.ts'
import type { UploadRecord } from '../../ports/upload-store.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { currentOwner, ensureOwner } from '../owner-session.ts'
import { idParamsSchema } from '../params.ts'
import { parseUploadMetadata } from '../upload-metadata.ts'

const tusVersion = '1.0.0'
const chunkType = 'application/offset+octet-stream'
const tags = ['Uploads']

export async function registerUploadRoutes(app: FastifyInstance, deps: HttpDependencies): Promise<void> {
  await app.register(async scope => {
    // The body stays the stream it is; the handler pipes it on.
    scope.addContentTypeParser(chunkType, (_request, body, done) => done(null, body))
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('tus-resumable', tusVersion).header('cache-control', 'no-store')
    })
    scope.addHook('preValidation', async request => requireVersion(request))
    registerRoutes(scope, deps)
  })
}

function registerRoutes(scope: FastifyInstance, deps: HttpDependencies): void {
  const typed = scope.withTypeProvider<ZodTypeProvider>()

  typed.options(
    apiPaths.uploads,
    { schema: { summary: 'What the upload protocol offers', tags } },
    (_request, reply) =>
      reply
        .status(204)
        .header('tus-version', tusVersion)
        .header('tus-extension', 'creation,creation-with-upload,expiration,termination')
        .send(),
  )

  typed.post(apiPaths.uploads, { schema: { summary: 'Begin an upload', tags } }, async (request, reply) => {
    const owner = ensureOwner(request, reply)
    const { fileName, operation } = parseUploadMetadata(header(request, 'upload-metadata'))
    const declaredBytes = byteCount(request, 'upload-length')
    const wanted = { fileName, operation, declaredBytes }
    const hasBody = request.headers['content-type'] === chunkType
    const upload = hasBody
      ? await beginWithBody(deps, owner, wanted, request)
      : await startUpload(deps, owner, wanted)
    reply.status(201).header('location', `${apiPaths.uploads}/${upload.id}`)
    return describe(reply, upload, await arrivedBytes(deps, upload)).send()
  })

  const one = { schema: { tags, params: idParamsSchema } }

  typed.head(`${apiPaths.uploads}/:id`, one, async (request, reply) => {
    const upload = await findUpload(deps, currentOwner(request), request.params.id)
    return describe(reply, upload, await arrivedBytes(deps, upload)).send()
  })

  typed.patch(`${apiPaths.uploads}/:id`, one, async (request, reply) => {
    if (request.headers['content-type'] !== chunkType) {
      throw new AppError('invalid-request', { reason: `The content type must be ${chunkType}.` })
    }
    const owner = currentOwner(request)
    const chunk = chunkOf(request, byteCount(request, 'upload-offset'))
    const { lengthBytes } = await appendToUpload(deps, owner, request.params.id, chunk)
    return reply.status(204).header('upload-offset', lengthBytes).send()
  })

  typed.delete(`${apiPaths.uploads}/:id`, one, async (request, reply) => {
    await removeUpload(deps, await findUpload(deps, currentOwner(request), request.params.id))
    return reply.status(204).send()
  })
}

/** A file that comes whole with the first request needs no second look at how far it got. */
async function beginWithBody(
  deps: HttpDependencies,
  owner: Owner,
  wanted: NewUpload,
  request: FastifyRequest,
): Promise<UploadRecord> {
  const chunk = chunkOf(request, 0)
  checkNewUpload(owner, wanted)
  if (chunk.sourceBytes === wanted.declaredBytes)
    return receiveUpload(deps, owner, { ...wanted, source: chunk.source })
  const upload = await startUpload(deps, owner, wanted)
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
