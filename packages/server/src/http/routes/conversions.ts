/** The owner's conversions: recent, history, state, receipt, cancel, delete, retry, repeat. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { parseOptions } from '@filesmith/contract/operations/parse-options'
import { passwordField } from '@filesmith/contract/operations/password-field'
import {
  type AcceptedReply,
  acceptedReplySchema,
  conversionStateSchema,
  recentConversionsSchema,
} from '@filesmith/contract/schemas/conversion'
import { conversionCheckSchema } from '@filesmith/contract/schemas/conversion-check'
import { conversionHistorySchema, historyQuerySchema } from '@filesmith/contract/schemas/conversion-history'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import { deletionReceiptSchema } from '@filesmith/contract/schemas/receipt'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  describeConversion,
  findConversion,
  listHistory,
  listRecentConversions,
  type RemoveConversionDeps,
  removeConversion,
} from '../../domain/conversions/conversions.ts'
import { findReceipt, type ReceiptDeps } from '../../domain/conversions/deletion-receipts.ts'
import {
  checkConversion,
  type RequestConversionDeps,
  repeatConversion,
  retryConversion,
} from '../../domain/conversions/request-conversion.ts'
import type { NetworkDeps } from '../network-hash.ts'
import { noContentReply, sendNoContent } from '../no-content.ts'
import { currentOwner } from '../owner-session.ts'
import { idParamsSchema } from '../params.ts'
import { requesterOf } from '../requester-of.ts'

const tags = ['Conversions']

/** Clients without a password send no body. */
const retryRequestSchema = z.strictObject({ password: passwordField }).nullish()

export function registerConversionRoutes(
  app: FastifyInstance,
  deps: RequestConversionDeps & RemoveConversionDeps & ReceiptDeps & NetworkDeps,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.recentConversions, {
    config: { access: 'owner' },
    schema: {
      summary: 'List recent conversions, newest first',
      tags,
      response: { 200: recentConversionsSchema, default: errorReplySchema },
    },
    handler: request => listRecentConversions(deps, currentOwner(request)),
  })

  typed.get(apiPaths.conversions, {
    config: { access: 'owner' },
    schema: {
      summary: 'List all conversions, newest first',
      tags,
      querystring: historyQuerySchema,
      response: { 200: conversionHistorySchema, default: errorReplySchema },
    },
    handler: request => {
      const { fileType, before, ...filter } = request.query
      return listHistory(deps, currentOwner(request), { fileKind: fileType, ...filter }, before)
    },
  })

  typed.get(apiPaths.conversion(':id'), {
    config: { access: 'owner' },
    schema: {
      summary: 'Get a conversion',
      tags,
      params: idParamsSchema,
      response: { 200: conversionStateSchema, default: errorReplySchema },
    },
    handler: async request => {
      const record = await findConversion(deps, currentOwner(request), request.params.id)
      return describeConversion(record, deps.now())
    },
  })

  typed.delete(apiPaths.conversion(':id'), {
    config: { access: 'owner' },
    schema: {
      summary: 'Cancel a running conversion, or delete a finished one with its files',
      tags,
      params: idParamsSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      await removeConversion(deps, currentOwner(request), request.params.id)
      return sendNoContent(reply)
    },
  })

  typed.get(apiPaths.conversionReceipt(':id'), {
    config: { access: 'owner' },
    schema: {
      summary: 'Get a deletion receipt: what was stored, and when and why each file was deleted',
      description: 'Also available after the conversion was deleted, for as long as receipts are kept.',
      tags,
      params: idParamsSchema,
      response: { 200: deletionReceiptSchema, default: errorReplySchema },
    },
    handler: request => findReceipt(deps, currentOwner(request), request.params.id),
  })

  typed.post(apiPaths.conversionCheck, {
    config: { access: 'owner' },
    schema: {
      summary: 'Check whether a conversion would be accepted now',
      description:
        'Fails as the operation itself would: options, plan, file, engines and allowance. Changes nothing.',
      tags,
      body: conversionCheckSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      const { operation, uploadId, options } = request.body
      await checkConversion(deps, requesterOf(deps, request, currentOwner(request)), {
        operation,
        files: [{ uploadId }],
        requested: parseOptions(operation, options),
      })
      return sendNoContent(reply)
    },
  })

  typed.post(apiPaths.conversionRetry(':id'), {
    config: { access: 'owner' },
    schema: {
      summary: 'Retry a failed or canceled conversion',
      description: 'With a password if the file turned out to be protected.',
      tags,
      params: idParamsSchema,
      body: retryRequestSchema,
      response: { 202: acceptedReplySchema, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      const { id } = request.params
      const requester = requesterOf(deps, request, currentOwner(request))
      await retryConversion(deps, requester, id, request.body?.password)
      return reply.status(202).send(accepted(id))
    },
  })

  typed.post(apiPaths.conversionRepeat(':id'), {
    config: { access: 'owner' },
    schema: {
      summary: 'Repeat a conversion with the same file and options',
      tags,
      params: idParamsSchema,
      response: { 202: acceptedReplySchema, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      const requester = requesterOf(deps, request, currentOwner(request))
      const { id } = await repeatConversion(deps, requester, request.params.id)
      return reply.status(202).send(accepted(id))
    },
  })
}

function accepted(id: string): AcceptedReply {
  return { id, statusUrl: apiPaths.conversion(id), eventsUrl: apiPaths.conversionEvents(id) }
}
