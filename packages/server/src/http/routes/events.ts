/** Progress of one conversion as server-sent events. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import {
  describeConversion,
  findConversion,
  type WatchDeps,
  watchConversion,
} from '../../domain/conversions/conversions.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AppDrain } from '../drain-app.ts'
import { currentOwner } from '../owner-session.ts'
import { idParamsSchema } from '../params.ts'
import { streamEvents } from '../stream-events.ts'

export function registerEventRoutes(app: FastifyInstance, deps: WatchDeps & Clock, drain: AppDrain): void {
  app.withTypeProvider<ZodTypeProvider>().get(apiPaths.conversionEvents(':id'), {
    config: { access: 'owner' },
    schema: {
      summary: 'Stream the progress of a conversion as server-sent events',
      description:
        'Supports resuming with Last-Event-ID. The stream ends when the conversion is finished, or when the server shuts down: then reconnect.',
      tags: ['Conversions'],
      produces: ['text/event-stream'],
      params: idParamsSchema,
    },
    handler: async (request, reply) => {
      const owner = currentOwner(request)
      const { id } = request.params
      // Checked before the stream starts, so that other users get a 404 instead of an empty stream.
      await findConversion(deps, owner, id)
      return streamEvents(request, reply, drain, async function* (watch) {
        for await (const record of watchConversion(deps, owner, id, watch))
          yield { revision: record.revision, state: describeConversion(record, deps.now()) }
      })
    },
  })
}
