/** Metrics on the public port, for collectors that cannot reach the management port; only if a token is configured. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { MetricsPage } from '../../ports/metrics.ts'

export function registerMetricsRoute(app: FastifyInstance, page: MetricsPage, token: string): void {
  app.withTypeProvider<ZodTypeProvider>().get('/metrics', {
    config: { access: 'anyone' },
    schema: {
      summary: 'Metrics in Prometheus format',
      description: 'Requires the bearer token set by the operator.',
      tags: ['System'],
      response: { 200: z.string(), default: errorReplySchema },
    },
    logLevel: 'warn',
    handler: async (request, reply) => {
      const given = request.headers.authorization?.match(/^Bearer (\S+)$/i)?.[1]
      if (given === undefined || !isSame(given, token)) {
        reply.header('www-authenticate', 'Bearer')
        throw new AppError('not-signed-in')
      }
      const { contentType, text } = await page.read()
      return reply.header('cache-control', 'no-store').type(contentType).serializer(String).send(text)
    },
  })
}

/** Compares hashes in constant time, so that neither the length of the token nor a matching prefix leaks (timing attack). */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map(text => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
