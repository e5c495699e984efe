/** Advertisements that were seen. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adImpressionSchema } from '@filesmith/contract/schemas/ad-impression'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { recordImpression } from '../../domain/advertising/record-impression.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { noContentReply, sendNoContent } from '../no-content.ts'

const maxBodyBytes = 10_000

export function registerAdvertisingRoutes(app: FastifyInstance, deps: HttpDependencies): void {
  app.withTypeProvider<ZodTypeProvider>().post(apiPaths.adImpression, {
    config: { access: 'owner' },
    bodyLimit: maxBodyBytes,
    schema: {
      summary: 'An advertisement was seen',
      tags: ['Advertising'],
      body: adImpressionSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      const addressHash = deps.hashAddress(request.ip)
      await recordImpression(deps, { ownerId: request.owner?.id ?? null, addressHash }, request.body)
      return sendNoContent(reply)
    },
  })
}
