/** Size estimates for GIFs before they are created. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import { gifEstimateReplySchema, gifEstimateRequestSchema } from '@filesmith/contract/schemas/gif-estimate'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import {
  type EstimateDeps,
  type EstimateLimitDeps,
  estimateGif,
  limitEstimates,
} from '../../domain/estimates/estimates.ts'
import { closeSignal } from '../close-signal.ts'
import { type NetworkDeps, networkHash } from '../network-hash.ts'
import { currentOwner } from '../owner-session.ts'

export function registerEstimateRoutes(
  app: FastifyInstance,
  deps: EstimateDeps & EstimateLimitDeps & NetworkDeps,
): void {
  app.withTypeProvider<ZodTypeProvider>().post(apiPaths.gifEstimate, {
    config: { access: 'owner' },
    schema: {
      summary: 'Estimate the size of a GIF',
      description:
        'Takes the options of GIF creation for uploaded files, renders them, or a few frames of a large result, and stores nothing. ' +
        'Does not count as a conversion. Limited per minute and network; a new request of the same sender replaces ' +
        'the previous one. Fails within seconds if no worker is free.',
      tags: ['Conversions'],
      body: gifEstimateRequestSchema,
      response: { 200: gifEstimateReplySchema, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      await limitEstimates(deps, networkHash(deps, request))
      return estimateGif(deps, currentOwner(request), request.body, closeSignal(reply))
    },
  })
}
