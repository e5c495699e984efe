/** Whether we are ready, what we can do, and the description of all calls. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { capabilitiesSchema } from '@filesmith/contract/schemas/capabilities'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { describeCapabilities } from '../../domain/engines/engine-availability.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { currentOwner } from '../owner-session.ts'

export function registerSystemRoutes(app: FastifyInstance, deps: HttpDependencies): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get('/healthz', {
    config: { access: 'anyone' },
    schema: {
      summary: 'Ready to serve',
      tags: ['System'],
      response: { 200: z.object({ status: z.literal('ok') }), default: errorReplySchema },
    },
    logLevel: 'warn',
    handler: async () => {
      await deps.checkHealth()
      return { status: 'ok' as const }
    },
  })

  typed.get(apiPaths.capabilities, {
    config: { access: 'owner' },
    schema: {
      summary: 'Which operations this installation can do now, and on which plan you are',
      tags: ['System'],
      response: { 200: capabilitiesSchema, default: errorReplySchema },
    },
    handler: request => describeCapabilities(deps, currentOwner(request)),
  })

  typed.get(apiPaths.openApi, { config: { access: 'anyone' }, schema: { hide: true } }, async () =>
    app.swagger(),
  )
}
