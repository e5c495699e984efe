/** Batches: create, state, events, download, cancel and delete. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { batchPath } from '@filesmith/contract/batch'
import { maxFilesPerBatch } from '@filesmith/contract/limits'
import { plans } from '@filesmith/contract/plans'
import {
  batchCheckSchema,
  batchOptionsSchema,
  batchReplySchema,
  batchStateSchema,
  sentFilesSchema,
} from '@filesmith/contract/schemas/batch'
import { acceptedReplySchema } from '@filesmith/contract/schemas/conversion'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import { fileBatchSchema } from '@filesmith/contract/schemas/file-batch'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { ArchiveWriter } from '../../adapters/zip-archive/zip-archive-writer.ts'
import {
  checkBatchConversion,
  describeBatch,
  findBatch,
  packResults,
  removeBatch,
  requestBatchConversion,
  watchBatch,
} from '../../domain/batches/batches.ts'
import { checkFileBatch, requestFileBatch } from '../../domain/batches/file-batches.ts'
import type { RemoveConversionDeps, WatchDeps } from '../../domain/conversions/conversions.ts'
import type { RequestConversionDeps } from '../../domain/conversions/request-conversion.ts'
import { batchAddresses, discardUnlessAccepted, prefersAsync, sendAccepted } from '../accept.ts'
import { attachmentHeader } from '../content-disposition.ts'
import { orDiscard, parseFields } from '../conversion-form.ts'
import type { AppDrain } from '../drain-app.ts'
import { noContentReply, sendNoContent } from '../no-content.ts'
import { currentOwner, ensureOwner } from '../owner-session.ts'
import { idParamsSchema } from '../params.ts'
import { type ReceiveFormDeps, receiveForm } from '../receive-form.ts'
import { requesterOf } from '../requester-of.ts'
import { streamEvents } from '../stream-events.ts'
import { waitForBatch } from '../wait-for-batch.ts'

interface BatchDeps extends RequestConversionDeps, RemoveConversionDeps, WatchDeps, ReceiveFormDeps {
  readonly archives: ArchiveWriter
}

const tags = ['Batches']
const config = { access: 'owner' } as const

export function registerBatchRoutes(app: FastifyInstance, deps: BatchDeps, drain: AppDrain): void {
  registerBatchCall(app, deps)
  registerBatchCheck(app, deps)
  registerFileBatches(app, deps)
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const params = idParamsSchema

  typed.get(apiPaths.batch(':id'), {
    config,
    schema: {
      summary: 'Get a batch and the state of each file',
      tags,
      params,
      response: { 200: batchStateSchema, default: errorReplySchema },
    },
    handler: async request => {
      const records = await findBatch(deps, currentOwner(request), request.params.id)
      return describeBatch(request.params.id, records, deps.now())
    },
  })

  typed.get(apiPaths.batchEvents(':id'), {
    config,
    schema: {
      summary: 'Stream the progress of a batch as server-sent events',
      description: 'Supports resuming with Last-Event-ID. The stream ends when every file is finished.',
      tags,
      produces: ['text/event-stream'],
      params,
    },
    handler: async (request, reply) => {
      const owner = currentOwner(request)
      const { id } = request.params
      await findBatch(deps, owner, id)
      return streamEvents(request, reply, drain, async function* (watch) {
        for await (const { revision, records } of watchBatch(deps, owner, id, watch))
          yield { revision, state: describeBatch(id, records, deps.now()) }
      })
    },
  })

  typed.get(apiPaths.batchDownload(':id'), {
    config,
    schema: {
      summary: 'Download all results of a batch as a ZIP file, or the only one itself',
      tags,
      params,
    },
    handler: async (request, reply) => {
      const results = await packResults(deps, currentOwner(request), request.params.id)
      if ('onlyConversionId' in results) return reply.redirect(apiPaths.download(results.onlyConversionId))
      reply
        .header('content-type', 'application/zip')
        .header('content-disposition', attachmentHeader(results.fileName))
      if (request.method === 'HEAD') return reply.send()
      return reply.send(deps.archives.write(results.entries))
    },
  })

  typed.delete(apiPaths.batch(':id'), {
    config,
    schema: {
      summary: 'Cancel a running batch, or delete a finished one with its files',
      tags,
      params,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      await removeBatch(deps, currentOwner(request), request.params.id)
      return sendNoContent(reply)
    },
  })
}

/** Files of any kind, each with its format. */
function registerFileBatches(app: FastifyInstance, deps: BatchDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.post(apiPaths.batches, {
    config,
    schema: {
      summary: 'Convert files of any kind, each to its format',
      description:
        'Names finished resumable uploads with the purpose `convert-files`. The content of a file decides which operation converts it; GET /api/formats lists the pairs. ' +
        'Several files are limited as a batch, a single file by its operation. A file that fails does not affect the others.',
      tags,
      body: fileBatchSchema,
      response: { 202: acceptedReplySchema, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      const requester = requesterOf(deps, request, ensureOwner(request, reply))
      const { id } = await requestFileBatch(deps, requester, request.body)
      return sendAccepted(reply, id, batchAddresses(id))
    },
  })

  typed.post(apiPaths.fileBatchCheck, {
    config,
    schema: {
      summary: 'Check whether files of any kind would be accepted now',
      description: 'Fails as the batch itself would. Changes nothing.',
      tags,
      body: fileBatchSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      await checkFileBatch(deps, requesterOf(deps, request, currentOwner(request)), request.body)
      return sendNoContent(reply)
    },
  })
}

function registerBatchCheck(app: FastifyInstance, deps: BatchDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post(apiPaths.batchCheck, {
    config,
    schema: {
      summary: 'Check whether a batch would be accepted now',
      description:
        'Fails as the batch itself would: options, plan, files, engines and allowance. Changes nothing.',
      tags,
      body: batchCheckSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      const { files, ...options } = request.body
      const uploadIds = files.map(({ uploadId }) => uploadId)
      const requester = requesterOf(deps, request, currentOwner(request))
      await checkBatchConversion(deps, requester, { ...options, uploadIds })
      return sendNoContent(reply)
    },
  })
}

function registerBatchCall(app: FastifyInstance, deps: BatchDeps): void {
  app.post(batchPath, {
    config,
    schema: {
      summary: 'Convert several files of one kind',
      description:
        'Send the files as repeated `files` fields, or name finished resumable uploads in `files`. ' +
        'Waits for the result; with `Prefer: respond-async` it returns 202 immediately. ' +
        'A file that fails does not affect the others.',
      tags,
      consumes: ['multipart/form-data', 'application/json'],
      body: batchOptionsSchema.safeExtend({ files: sentFilesSchema }),
      response: { 200: batchReplySchema, 202: acceptedReplySchema, default: errorReplySchema },
    },
    // A multipart body is a stream that only the handler reads, so the handler validates the fields.
    validatorCompiler: () => value => ({ value }),
    handler: async (request, reply) => {
      const owner = ensureOwner(request, reply)
      const maxFiles = plans[owner.plan].batchFiles ?? maxFilesPerBatch
      const fileFields = ['files', 'file']
      const form = await receiveForm(deps, request, owner, { purpose: 'batch-convert', fileFields, maxFiles })
      const options = await orDiscard(form, () => parseFields(batchOptionsSchema, form.options, 'A batch'))
      const uploadIds = form.files.map(file => file.uploadId)
      const { id } = await discardUnlessAccepted(form, () =>
        requestBatchConversion(deps, requesterOf(deps, request, owner), { ...options, uploadIds }),
      )
      if (prefersAsync(request)) return sendAccepted(reply, id, batchAddresses(id))
      return waitForBatch(deps, owner, id, reply)
    },
  })
}
