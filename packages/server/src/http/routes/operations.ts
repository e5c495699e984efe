/** One route per operation of the contract: holds until the result is there, or answers 202 at once if preferred. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { AppError, toAppError } from '@filesmith/contract/errors'
import { type OperationId, operationIds, operations } from '@filesmith/contract/operations/registry'
import {
  acceptedReplySchema,
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
import { closeSignal } from '../close-signal.ts'
import { readConversionForm } from '../conversion-form.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { ensureOwner } from '../owner-session.ts'
import { requesterOf } from '../requester-of.ts'

export function registerOperationRoutes(app: FastifyInstance, deps: HttpDependencies): void {
  for (const id of operationIds) registerOperation(app, deps, id)
}

function registerOperation(app: FastifyInstance, deps: HttpDependencies, operation: OperationId): void {
  const { path, label, options } = operations[operation]
  app.post(path, {
    config: { access: 'owner' },
    schema: {
      summary: label,
      description:
        'Send the file itself as `file`, or the id of a finished resumable upload as `uploadId`. ' +
        'The call holds until the result is there; with `Prefer: respond-async` it answers 202 at once.',
      tags: ['Conversions'],
      consumes: ['multipart/form-data', 'application/json'],
      body: options.extend({
        file: z.string().meta({ format: 'binary' }).optional(),
        uploadId: z.uuid().optional(),
      }),
      response: { 200: conversionReplySchema, 202: acceptedReplySchema, default: errorReplySchema },
    },
    // A multipart body is a stream that only the handler reads; it checks the fields itself.
    validatorCompiler: () => value => ({ value }),
    handler: async (request, reply) => {
      const owner = ensureOwner(request, reply)
      const form = await readConversionForm(deps, request, owner, operation)
      const { id } = await requestConversion(deps, requesterOf(deps, request, owner), {
        operation,
        uploadId: form.uploadId,
        options: form.options,
      }).catch(async error => {
        // After a fault of ours nobody knows whether it was accepted; then the file stays until it expires.
        if (!toAppError(error).isFault) await form.discardReceived()
        throw error
      })
      if (prefersAsync(request.headers.prefer)) return accept(reply, id)
      return waitForResult(deps, owner, id, reply)
    },
  })
}

function prefersAsync(header: string | string[] | undefined): boolean {
  return [header ?? []].flat().some(value => /(^|,)\s*respond-async\s*(,|;|$)/i.test(value))
}

function accept(reply: FastifyReply, id: string): FastifyReply {
  const statusUrl = apiPaths.conversion(id)
  return reply
    .status(202)
    .header('preference-applied', 'respond-async')
    .header('location', statusUrl)
    .send({ id, statusUrl, eventsUrl: apiPaths.conversionEvents(id) })
}

/** A client that hangs up stops only the waiting; the job goes on. */
async function waitForResult(
  deps: HttpDependencies,
  owner: Owner,
  id: string,
  reply: FastifyReply,
): Promise<{ downloadUrl: string } | FastifyReply> {
  let last: ConversionRecord | undefined
  for await (const record of watchConversion(deps, owner, id, { signal: closeSignal(reply) })) last = record
  if (!last || !isFinished(last.status)) return reply.hijack()
  if (last.status === 'cancelled') throw new AppError('cancelled')
  if (last.status !== 'succeeded') throw new AppError(last.errorCode ?? 'internal', last.errorParams)
  return { downloadUrl: apiPaths.download(id) }
}
