/** Health probes, capabilities and the internal OpenAPI document. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { errorMessage } from '@filesmith/contract/errors'
import type { Instance } from '@filesmith/contract/instance'
import { documentWithoutPlans } from '@filesmith/contract/private-texts'
import { capabilitiesSchema } from '@filesmith/contract/schemas/capabilities'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type CapabilityDeps, describeCapabilities } from '../../domain/engines/engine-availability.ts'
import type { AppDrain } from '../drain-app.ts'
import { currentOwner } from '../owner-session.ts'

interface SystemDeps extends CapabilityDeps {
  readonly instance: Instance
  /** Throws if the database is unreachable. */
  readonly checkHealth: () => Promise<void>
}

export function registerSystemRoutes(app: FastifyInstance, deps: SystemDeps, drain: AppDrain): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get('/healthz', {
    config: { access: 'anyone' },
    schema: {
      summary: 'Readiness probe',
      description: 'Returns 503 while the database is unreachable and during shutdown.',
      tags: ['System'],
      response: { 200: z.object({ status: z.literal('ok') }), default: errorReplySchema },
    },
    logLevel: 'warn',
    handler: async (_request, reply) => {
      // Expected during shutdown and polled, so not logged as an error.
      if (drain.begun.aborted)
        return reply.status(503).send({ code: 'unavailable', message: errorMessage('unavailable') })
      await deps.checkHealth()
      return { status: 'ok' as const }
    },
  })

  typed.get('/livez', {
    config: { access: 'anyone' },
    schema: {
      summary: 'Liveness probe',
      description: 'Checks no dependencies: it only says whether this process must be restarted.',
      tags: ['System'],
      response: { 200: z.object({ status: z.literal('ok') }), default: errorReplySchema },
    },
    logLevel: 'warn',
    handler: async () => ({ status: 'ok' as const }),
  })

  typed.get(apiPaths.capabilities, {
    config: { access: 'owner' },
    schema: {
      summary: 'Get the operations available now, and your plan',
      tags: ['System'],
      response: { 200: capabilitiesSchema, default: errorReplySchema },
    },
    handler: request => describeCapabilities(deps, currentOwner(request)),
  })

  typed.get(apiPaths.openApi, { config: { access: 'anyone' }, schema: { hide: true } }, async () =>
    deps.instance === 'private' ? documentWithoutPlans(app.swagger()) : app.swagger(),
  )
}
