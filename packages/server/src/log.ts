/** Structured logs: one JSON line an event, with request ids and without anything personal. */
import type { FastifyRequest } from 'fastify'
import { type Logger, pino } from 'pino'

export function createLog(level: string, role: string): Logger {
  return pino({
    level,
    base: { role },
    serializers: {
      // Not Fastify's own: that one tells addresses, and a query may hold anything.
      req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?')[0] }),
      err: pino.stdSerializers.err,
    },
  })
}
