/** Conversions one has asked for: the recent list, the state of one, cancel, delete, try again. */
import { apiPaths } from '@filesmith/contract/api-paths'
import {
  acceptedReplySchema,
  conversionStateSchema,
  recentConversionsSchema,
} from '@filesmith/contract/schemas/conversion'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { describeConversion } from '../../domain/conversions/describe-conversion.ts'
import { findConversion, listRecentConversions } from '../../domain/conversions/find-conversion.ts'
import { removeConversion } from '../../domain/conversions/remove-conversion.ts'
import { retryConversion } from '../../domain/conversions/retry-conversion.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { currentOwner } from '../owner-session.ts'
import { idParamsSchema } from '../params.ts'

const tags = ['Conversions']

export function registerConversionRoutes(app: FastifyInstance, deps: HttpDependencies): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.recentConversions, {
    schema: {
      summary: 'Your recent conversions, newest first',
      tags,
      response: { 200: recentConversionsSchema, default: errorReplySchema },
    },
    handler: request => listRecentConversions(deps, currentOwner(request)),
  })

  typed.get(apiPaths.conversion(':id'), {
    schema: {
      summary: 'The state of a conversion',
      tags,
      params: idParamsSchema,
      response: { 200: conversionStateSchema, default: errorReplySchema },
    },
    handler: async request => {
      const record = await findConversion(deps, currentOwner(request), request.params.id)
      return describeConversion(record, new Date())
    },
  })

  typed.delete(apiPaths.conversion(':id'), {
    schema: {
      summary: 'Cancel a running conversion, or delete a finished one with its files',
      tags,
      params: idParamsSchema,
      response: { 204: z.null(), default: errorReplySchema },
    },
    handler: async (request, reply) => {
      await removeConversion(deps, currentOwner(request), request.params.id)
      return reply.status(204).send(null)
    },
  })

  typed.post(apiPaths.conversionRetry(':id'), {
    schema: {
      summary: 'Try a failed or cancelled conversion again',
      tags,
      params: idParamsSchema,
      response: { 202: acceptedReplySchema, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      const { id } = request.params
      await retryConversion(deps, currentOwner(request), id)
      return reply
        .status(202)
        .send({ id, statusUrl: apiPaths.conversion(id), eventsUrl: apiPaths.conversionEvents(id) })
    },
  })
}
