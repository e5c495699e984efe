/** Progress of one conversion as server-sent events. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { describeConversion } from '../../domain/conversions/describe-conversion.ts'
import { findConversion } from '../../domain/conversions/find-conversion.ts'
import { watchConversion } from '../../domain/conversions/watch-conversion.ts'
import type { HttpDependencies } from '../dependencies.ts'
import type { AppDrain } from '../drain-app.ts'
import { currentOwner } from '../owner-session.ts'
import { idParamsSchema } from '../params.ts'
import { streamEvents } from '../stream-events.ts'

export function registerEventRoutes(app: FastifyInstance, deps: HttpDependencies, drain: AppDrain): void {
  app.withTypeProvider<ZodTypeProvider>().get(apiPaths.conversionEvents(':id'), {
    config: { access: 'owner' },
    schema: {
      summary: 'Progress of a conversion as server-sent events',
      description:
        'Resumes with Last-Event-ID. The stream ends when the conversion is finished, or when this process stops: then ask again.',
      tags: ['Conversions'],
      produces: ['text/event-stream'],
      params: idParamsSchema,
    },
    handler: async (request, reply) => {
      const owner = currentOwner(request)
      const { id } = request.params
      // Asked before the stream begins, so that a stranger gets a 404 and not an empty stream.
      await findConversion(deps, owner, id)
      return streamEvents(request, reply, drain, async function* (watch) {
        for await (const record of watchConversion(deps, owner, id, watch))
          yield { revision: record.revision, state: describeConversion(record, new Date()) }
      })
    },
  })
}
