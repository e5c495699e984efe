/** Operations available to the steps of a job. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import { apiOperationsSchema } from '@filesmith/contract/schemas/v1/api-operation'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { describeOperations } from '../../../domain/api-keys/api-keys.ts'
import type { CapabilityDeps } from '../../../domain/engines/engine-availability.ts'
import { apiCaller } from '../../v1/api-key-authentication.ts'

export function registerApiOperationRoutes(app: FastifyInstance, deps: CapabilityDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get(apiPaths.v1Operations, {
    config: { access: 'key', scope: null },
    schema: {
      operationId: 'listOperations',
      summary: 'List operations',
      description:
        'Every operation that a job step can run, with its input and output formats, the limits of your plan, and its options as JSON Schema.',
      tags: ['Account'],
      response: { 200: apiOperationsSchema, default: errorReplySchema },
    },
    handler: async request => ({ operations: await describeOperations(deps, apiCaller(request).owner) }),
  })
}
