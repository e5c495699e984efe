/** One route per operation of the contract: holds until the result is there, or answers 202 at once if preferred. */
import { text } from 'node:stream/consumers'
import { apiPaths } from '@filesmith/contract/api-paths'
import { AppError } from '@filesmith/contract/errors'
import type { Operation } from '@filesmith/contract/operations/operation'
import { type OperationId, operationIds, operations } from '@filesmith/contract/operations/registry'
import { sentFilesSchema } from '@filesmith/contract/schemas/batch'
import {
  acceptedReplySchema,
  type ConversionReply,
  conversionReplySchema,
  isFinished,
} from '@filesmith/contract/schemas/conversion'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { requestConversion } from '../../domain/conversions/request-conversion.ts'
import { watchConversion } from '../../domain/conversions/watch-conversion.ts'
import type { Owner } from '../../domain/owners/owner.ts'
import type { ConversionRecord } from '../../ports/conversion-store.ts'
import { conversionAddresses, discardUnlessAccepted, prefersAsync, sendAccepted } from '../accept.ts'
import { closeSignal } from '../close-signal.ts'
import { readConversionForm } from '../conversion-form.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { ensureOwner } from '../owner-session.ts'
import { requesterOf } from '../requester-of.ts'

export function registerOperationRoutes(app: FastifyInstance, deps: HttpDependencies): void {
  for (const id of operationIds) registerOperation(app, deps, id)
}

function registerOperation(app: FastifyInstance, deps: HttpDependencies, operation: OperationId): void {
  const { path, label, options, takesMany = false }: Operation = operations[operation]
  app.post(path, {
    config: { access: 'owner' },
    schema: {
      summary: label,
      description:
        (takesMany
          ? 'Send the files themselves as `file`, repeated, or name finished resumable uploads under `files`. '
          : 'Send the file itself as `file`, or the id of a finished resumable upload as `uploadId`. ') +
        'The call holds until the result is there; with `Prefer: respond-async` it answers 202 at once.',
      tags: ['Conversions'],
      consumes: ['multipart/form-data', 'application/json'],
      body: options.extend({
        file: z.string().meta({ format: 'binary' }).optional(),
        ...(takesMany ? { files: sentFilesSchema.optional() } : { uploadId: z.uuid().optional() }),
      }),
      response: { 200: conversionReplySchema, 202: acceptedReplySchema, default: errorReplySchema },
    },
    // A multipart body is a stream that only the handler reads; it checks the fields itself.
    validatorCompiler: () => value => ({ value }),
    handler: async (request, reply) => {
      const owner = ensureOwner(request, reply)
      const { wanted, form } = await readConversionForm(deps, request, owner, operation)
      const { id } = await discardUnlessAccepted(form, () =>
        requestConversion(deps, requesterOf(deps, request, owner), wanted),
      )
      if (prefersAsync(request)) return sendAccepted(reply, id, conversionAddresses(id))
      return waitForResult(deps, owner, id, reply)
    },
  })
}

/** A client that hangs up stops only the waiting; the job goes on. */
async function waitForResult(
  deps: HttpDependencies,
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
  const { answers }: Operation = operations[last.operation]
  return answers === 'text' ? { text: await readTextResult(deps, last), downloadUrl } : { downloadUrl }
}

async function readTextResult({ storage }: HttpDependencies, record: ConversionRecord): Promise<string> {
  return text(await storage.read(record.resultKey ?? ''))
}
