/** One route per operation of the contract: waits for the result, or returns 202 immediately if preferred. */
import { text } from 'node:stream/consumers'
import { apiPaths } from '@filesmith/contract/api-paths'
import { isFinished } from '@filesmith/contract/conversion-status'
import { AppError } from '@filesmith/contract/errors'
import type { Operation } from '@filesmith/contract/operations/operation'
import { type OperationId, operationIds, operations } from '@filesmith/contract/operations/registry'
import { batchReplySchema, sentFilesSchema } from '@filesmith/contract/schemas/batch'
import {
  acceptedReplySchema,
  type ConversionReply,
  conversionReplySchema,
} from '@filesmith/contract/schemas/conversion'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { ConversionRecord } from '../../database/conversion-record.ts'
import { requestBatch } from '../../domain/batches/batches.ts'
import { type WatchDeps, watchConversion } from '../../domain/conversions/conversions.ts'
import {
  type ConversionRequest,
  type RequestConversionDeps,
  requestConversion,
} from '../../domain/conversions/request-conversion.ts'
import type { Owner } from '../../domain/owners/owner.ts'
import {
  batchAddresses,
  conversionAddresses,
  discardUnlessAccepted,
  prefersAsync,
  sendAccepted,
} from '../accept.ts'
import { closeSignal } from '../close-signal.ts'
import { readConversionForm } from '../conversion-form.ts'
import { ensureOwner } from '../owner-session.ts'
import type { ReceivedForm, ReceiveFormDeps } from '../receive-form.ts'
import { requesterOf } from '../requester-of.ts'
import { waitForBatch } from '../wait-for-batch.ts'

type OperationDeps = RequestConversionDeps & WatchDeps & ReceiveFormDeps

export function registerOperationRoutes(app: FastifyInstance, deps: OperationDeps): void {
  for (const ids of Map.groupBy(operationIds, id => operations[id].path).values())
    registerPath(app, deps, ids as [OperationId, ...OperationId[]])
}

/** A path that two operations share is one route; the request selects the operation. */
function registerPath(
  app: FastifyInstance,
  deps: OperationDeps,
  candidates: readonly [OperationId, ...OperationId[]],
): void {
  const [first, ...others] = candidates.map((id): Operation => operations[id]) as [Operation, ...Operation[]]
  const { path, label } = first
  const takesMany = [first, ...others].some(({ takes }) => takes !== 'one-file')
  const { takesText } = first
  app.post(path, {
    config: { access: 'owner' },
    schema: {
      summary: label,
      description:
        (takesMany
          ? 'Send the files as repeated `file` fields, or name finished resumable uploads in `files`. '
          : 'Send the file as `file`, or the id of a finished resumable upload as `uploadId`. ') +
        (takesText ? 'Or send its content as `text`. ' : '') +
        'Waits for the result; with `Prefer: respond-async` it returns 202 immediately.',
      tags: ['Conversions'],
      consumes: ['multipart/form-data', 'application/json'],
      body: z.union([first, ...others].map(describeBody)),
      response: { 200: replySchema, 202: acceptedReplySchema, default: errorReplySchema },
    },
    // A multipart body is a stream that only the handler reads, so the handler validates the fields.
    validatorCompiler: () => value => ({ value }),
    handler: async (request, reply) => {
      const owner = ensureOwner(request, reply)
      const { wanted, form } = await readConversionForm(deps, request, owner, candidates)
      const requester = requesterOf(deps, request, owner)
      if (isBatch(wanted, form)) {
        const uploadIds = form.files.map(file => file.uploadId)
        const { operation, requested } = wanted
        const { id } = await discardUnlessAccepted(form, () =>
          requestBatch(deps, requester, { operation, requested, uploadIds }),
        )
        if (prefersAsync(request)) return sendAccepted(reply, id, batchAddresses(id))
        return waitForBatch(deps, owner, id, reply)
      }
      const { id } = await discardUnlessAccepted(form, () => requestConversion(deps, requester, wanted))
      if (prefersAsync(request)) return sendAccepted(reply, id, conversionAddresses(id))
      return waitForResult(deps, owner, id, reply)
    },
  })
}

/** The options of an operation with exactly one source of its files. */
function describeBody({ fields, takes, takesText }: Operation) {
  const sources = [
    { file: z.string().meta({ format: 'binary' }) },
    ...(takes === 'several-files' ? [] : [{ uploadId: z.uuid() }]),
    ...(takes === 'one-file' ? [] : [{ files: sentFilesSchema }]),
    ...(takesText ? [{ text: z.string().min(1) }] : []),
  ]
  return z.xor(sources.map(source => fields.extend(source).strict()))
}

/** With `failures` if several files were sent. */
const replySchema = conversionReplySchema.extend(batchReplySchema.pick({ failures: true }).partial().shape)

/** A request with a `files` list is a batch even if it has only one file. */
function isBatch({ operation, files }: ConversionRequest, { fields }: ReceivedForm): boolean {
  return operations[operation].takes === 'batch' && (files.length > 1 || fields.files !== undefined)
}

/** If the client disconnects, only the waiting stops; the job continues. */
async function waitForResult(
  deps: OperationDeps,
  owner: Owner,
  id: string,
  reply: FastifyReply,
): Promise<ConversionReply | FastifyReply> {
  let last: ConversionRecord | undefined
  for await (const record of watchConversion(deps, owner, id, { signal: closeSignal(reply) })) last = record
  if (!last || !isFinished(last.status)) return reply.hijack()
  if (last.status === 'cancelled') throw new AppError('cancelled')
  if (last.status !== 'succeeded') throw new AppError(last.errorCode ?? 'internal', last.errorParams)
  const downloadUrl = apiPaths.download(id)
  const notes = last.notes.length > 0 ? { notes: [...last.notes] } : {}
  if (!operations[last.operation].answersText) return { downloadUrl, ...notes }
  if (last.resultKey === null) throw new AppError('conversion-not-found')
  return { text: await text(await deps.storage.read(last.resultKey)), downloadUrl, ...notes }
}
