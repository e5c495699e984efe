/** Account, plan and usage of an API key. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import { apiAccountSchema } from '@filesmith/contract/schemas/v1/api-account'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { UsageDeps } from '../../../domain/allowance/allowance.ts'
import { type CallLimits, describeApiAccount } from '../../../domain/api-keys/api-keys.ts'
import { apiCaller } from '../../v1/api-key-authentication.ts'

export function registerApiAccountRoutes(
  app: FastifyInstance,
  deps: UsageDeps & { readonly callLimits: CallLimits },
): void {
  app.withTypeProvider<ZodTypeProvider>().get(apiPaths.v1Account, {
    config: { access: 'key', scope: null },
    schema: {
      operationId: 'getAccount',
      summary: 'Get account',
      description: 'The plan, its usage, and the scopes of the key.',
      tags: ['Account'],
      response: { 200: apiAccountSchema, default: errorReplySchema },
    },
    handler: request => describeApiAccount(deps, apiCaller(request)),
  })
}
