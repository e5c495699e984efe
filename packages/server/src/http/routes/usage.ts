/** Usage of the allowance. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import { usageSchema } from '@filesmith/contract/schemas/usage'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { describeUsage, type UsageDeps } from '../../domain/allowance/allowance.ts'
import { currentOwner } from '../owner-session.ts'

export function registerUsageRoutes(app: FastifyInstance, deps: UsageDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get(apiPaths.usage, {
    config: { access: 'owner' },
    schema: {
      summary: 'Get your conversions today, this month and in the last 30 days',
      tags: ['Conversions'],
      response: { 200: usageSchema, default: errorReplySchema },
    },
    handler: request => describeUsage(deps, currentOwner(request)),
  })
}
