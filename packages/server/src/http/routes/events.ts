/** Progress as server-sent events; each carries the whole state, so a client may miss any and resume anywhere. */
import { PassThrough } from 'node:stream'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { describeConversion } from '../../domain/conversions/describe-conversion.ts'
import { findConversion } from '../../domain/conversions/find-conversion.ts'
import { watchConversion } from '../../domain/conversions/watch-conversion.ts'
import type { Owner } from '../../domain/owners/owner.ts'
import { closeSignal } from '../close-signal.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { currentOwner } from '../owner-session.ts'
import { idParamsSchema } from '../params.ts'

const keepAliveMs = 15_000
const reconnectMs = 1_000

export function registerEventRoutes(app: FastifyInstance, deps: HttpDependencies): void {
  app.withTypeProvider<ZodTypeProvider>().get(apiPaths.conversionEvents(':id'), {
    config: { access: 'owner' },
    schema: {
      summary: 'Progress of a conversion as server-sent events',
      description: 'Resumes with Last-Event-ID. The stream ends when the conversion is finished.',
      tags: ['Conversions'],
      produces: ['text/event-stream'],
      params: idParamsSchema,
    },
    handler: async (request, reply) => {
      const owner = currentOwner(request)
      // Asked before the stream begins, so that a stranger gets a 404 and not an empty stream.
      await findConversion(deps, owner, request.params.id)
      const events = new PassThrough()
      const afterRevision = Number(request.headers['last-event-id'] ?? 0) || 0
      const watch = { afterRevision, signal: closeSignal(reply) }
      pump(deps, owner, request.params.id, watch, events).catch(error => {
        request.log.warn({ err: error }, 'an event stream broke off')
        events.destroy()
      })
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        .send(events)
    },
  })
}

async function pump(
  deps: HttpDependencies,
  owner: Owner,
  id: string,
  watch: { afterRevision: number; signal: AbortSignal },
  events: PassThrough,
): Promise<void> {
  const keepAlive = setInterval(() => events.write(': still here\n\n'), keepAliveMs)
  try {
    events.write(`retry: ${reconnectMs}\n\n`)
    for await (const record of watchConversion(deps, owner, id, watch)) {
      const state = JSON.stringify(describeConversion(record, new Date()))
      events.write(`id: ${record.revision}\ndata: ${state}\n\n`)
    }
    events.end()
  } finally {
    clearInterval(keepAlive)
  }
}
