/** How large a moving picture becomes, before it is made. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import { gifEstimateReplySchema, gifEstimateRequestSchema } from '@filesmith/contract/schemas/gif-estimate'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { estimateGif } from '../../domain/estimates/estimate-gif.ts'
import { limitEstimates } from '../../domain/estimates/limit-estimates.ts'
import { closeSignal } from '../close-signal.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { networkHash } from '../network-hash.ts'
import { currentOwner } from '../owner-session.ts'

export function registerEstimateRoutes(app: FastifyInstance, deps: HttpDependencies): void {
  app.withTypeProvider<ZodTypeProvider>().post(apiPaths.gifEstimate, {
    config: { access: 'owner' },
    schema: {
      summary: 'How large a GIF will be',
      description:
        'Takes what GIF making takes, for files that were sent before, makes a few frames of it and keeps nothing. ' +
        'Costs no conversion, but only so much a minute is measured for one network, and of one sender only what was ' +
        'asked for last. Answers within seconds where no worker has time.',
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
