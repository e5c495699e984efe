/** Advertising: public configuration, impressions and ads.txt. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { type AdConfig, adConfigSchema } from '@filesmith/contract/schemas/ad-config'
import { adImpressionSchema } from '@filesmith/contract/schemas/ad-impression'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { type RecordImpressionDeps, recordImpression } from '../../domain/advertising/record-impression.ts'
import type { NetworkDeps } from '../network-hash.ts'
import { noContentReply, sendNoContent } from '../no-content.ts'

interface AdvertisingDeps extends RecordImpressionDeps, NetworkDeps {
  readonly adConfig: AdConfig
}

const maxBodyBytes = 10_000

/** Google's certification authority id in ads.txt (IAB specification). */
const googleCertificationId = 'f08c47fec0942fa0'

export function registerAdvertisingRoutes(app: FastifyInstance, deps: AdvertisingDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.adConfig, {
    config: { access: 'anyone' },
    schema: {
      summary: 'Get the advertising configuration',
      tags: ['Advertising'],
      response: { 200: adConfigSchema, default: errorReplySchema },
    },
    handler: async () => deps.adConfig,
  })

  typed.post(apiPaths.adImpression, {
    config: { access: 'owner' },
    bodyLimit: maxBodyBytes,
    schema: {
      summary: 'Record an ad impression',
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

  const { publisherId } = deps.adConfig
  if (publisherId === undefined) return
  // ads.txt names the companies allowed to sell ad space on this site.
  const sellers = `google.com, ${publisherId.replace(/^ca-/, '')}, DIRECT, ${googleCertificationId}\n`
  app.get('/ads.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(sellers),
  )
}
