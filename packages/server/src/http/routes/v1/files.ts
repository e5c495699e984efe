/** Files that clients upload before they name them in a job. */
import type { Readable } from 'node:stream'
import { apiPaths } from '@filesmith/contract/api-paths'
import { AppError } from '@filesmith/contract/errors'
import { formatExtension } from '@filesmith/contract/formats'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import { type ApiFile, apiFileSchema } from '@filesmith/contract/schemas/v1/job'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { UploadRecord } from '../../../database/upload-store.ts'
import type { Owner } from '../../../domain/owners/owner.ts'
import { nameInDisposition } from '../../../domain/pipelines/pipeline-files.ts'
import { receiveUpload } from '../../../domain/uploads/upload-content.ts'
import { findUpload, removeUpload } from '../../../domain/uploads/uploads.ts'
import { orDiscard, parseFields } from '../../conversion-form.ts'
import { noContentReply, sendNoContent } from '../../no-content.ts'
import { idParamsSchema } from '../../params.ts'
import { contentLength, type ReceiveFormDeps, receiveForm } from '../../receive-form.ts'
import { requesterOf } from '../../requester-of.ts'
import { apiCaller } from '../../v1/api-key-authentication.ts'

const tags = ['Files']
const sendQuerySchema = z.strictObject({ fileName: z.string().min(1).max(255).optional() })

export async function registerApiFileRoutes(app: FastifyInstance, deps: ReceiveFormDeps): Promise<void> {
  await app.register(async scope => {
    // Everything that is not a form is the file itself, including JSON and text.
    scope.removeContentTypeParser(['application/json', 'text/plain'])
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
    registerFileUpload(scope, deps)
  })
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.v1File(':id'), {
    config: { access: 'key', scope: 'jobs:read' },
    schema: {
      operationId: 'getFile',
      summary: 'Get a file',
      description: 'The name, size and format of the file.',
      tags,
      params: idParamsSchema,
      response: { 200: apiFileSchema, default: errorReplySchema },
    },
    handler: async request =>
      describeFile(await findUpload(deps, apiCaller(request).owner, request.params.id)),
  })

  typed.delete(apiPaths.v1File(':id'), {
    config: { access: 'key', scope: 'jobs:write' },
    schema: {
      operationId: 'deleteFile',
      summary: 'Delete a file',
      description: 'Jobs that need it and have not read it yet fail.',
      tags,
      params: idParamsSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      const { owner } = apiCaller(request)
      await removeUpload(deps, await findUpload(deps, owner, request.params.id), 'asked')
      return sendNoContent(reply)
    },
  })
}

function registerFileUpload(scope: FastifyInstance, deps: ReceiveFormDeps): void {
  scope.withTypeProvider<ZodTypeProvider>().post(apiPaths.v1Files, {
    config: { access: 'key', scope: 'jobs:write' },
    schema: {
      operationId: 'sendFile',
      summary: 'Upload a file',
      description:
        'Send it as the form field `file`, or as the request body with its name in `fileName` or in Content-Disposition. Use the returned id in `POST /api/v1/jobs`.',
      tags,
      consumes: ['multipart/form-data'],
      querystring: sendQuerySchema,
      body: z.object({ file: z.string().meta({ format: 'binary' }) }),
      response: { 201: apiFileSchema, default: errorReplySchema },
    },
    // The body is a stream that only the handler reads.
    validatorCompiler: () => value => ({ value }),
    handler: async (request, reply) => {
      const { owner } = apiCaller(request)
      const upload = request.isMultipart()
        ? await receivePart(deps, request, owner)
        : await receiveBody(deps, request, owner)
      return reply.status(201).header('location', apiPaths.v1File(upload.id)).send(describeFile(upload))
    },
  })
}

async function receivePart(
  deps: ReceiveFormDeps,
  request: FastifyRequest,
  owner: Owner,
): Promise<UploadRecord> {
  parseFields(z.strictObject({}), request.query, 'Sending a form')
  const form = await receiveForm(deps, request, owner, { purpose: null, fileFields: ['file'], maxFiles: 1 })
  await orDiscard(form, () => parseFields(z.strictObject({}), form.fields, 'The form'))
  const [first, ...others] = form.files
  if (first && others.length === 0) return findUpload(deps, owner, first.uploadId)
  await form.discardReceived()
  throw first
    ? new AppError('too-many-files', { reason: 'Please send one file at a time.' })
    : new AppError('file-missing')
}

async function receiveBody(
  deps: ReceiveFormDeps,
  request: FastifyRequest,
  owner: Owner,
): Promise<UploadRecord> {
  const { fileName } = parseFields(sendQuerySchema, request.query, 'Sending a file')
  const named = fileName ?? nameInDisposition(request.headers['content-disposition'])
  if (named === undefined)
    throw new AppError('invalid-request', { reason: 'Please name the file: ?fileName=photo.heic' })
  if (!request.body) throw new AppError('file-missing')
  return receiveUpload(deps, requesterOf(deps, request, owner), {
    fileName: named,
    operation: null,
    source: request.body as Readable,
    sourceBytes: contentLength(request),
  })
}

function describeFile({ id, fileName, declaredBytes, format, expiresAt }: UploadRecord): ApiFile {
  return {
    id,
    fileName,
    sizeBytes: declaredBytes,
    format: format && formatExtension(format),
    expiresAt: expiresAt.toISOString(),
  }
}
