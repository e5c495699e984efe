/** Health probes, capabilities, formats and the internal OpenAPI document. */
import { createHash } from 'node:crypto'
import { apiPaths } from '@filesmith/contract/api-paths'
import { errorMessage } from '@filesmith/contract/errors'
import type { Instance } from '@filesmith/contract/instance'
import { listConversions } from '@filesmith/contract/list-formats'
import { documentWithoutPlans } from '@filesmith/contract/private-texts'
import { sandboxKindSchema } from '@filesmith/contract/schemas/admin'
import { capabilitiesSchema } from '@filesmith/contract/schemas/capabilities'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import { type FormatList, formatListSchema } from '@filesmith/contract/schemas/format-list'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { findSession } from '../../domain/accounts/sessions.ts'
import { type CapabilityDeps, describeCapabilities } from '../../domain/engines/engine-availability.ts'
import { sandboxesOf } from '../../domain/engines/workers.ts'
import { readCookie } from '../cookies.ts'
import type { AppDrain } from '../drain-app.ts'
import { currentOwner } from '../owner-session.ts'
import type { SessionCheckDeps } from '../require-current-session.ts'

interface SystemDeps extends CapabilityDeps, SessionCheckDeps {
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
      response: {
        200: z.object({
          status: z.literal('ok'),
          sandboxes: z
            .array(sandboxKindSchema)
            .optional()
            .describe('For operators only: sandboxes in which engines run.'),
        }),
        default: errorReplySchema,
      },
    },
    logLevel: 'warn',
    handler: async (request, reply) => {
      // Expected during shutdown and polled, so not logged as an error.
      if (drain.begun.aborted)
        return reply.status(503).send({ code: 'unavailable', message: errorMessage('unavailable') })
      await deps.checkHealth()
      const token = readCookie(request, 'session')
      const session = token === undefined ? undefined : await findSession(deps, token)
      if (session === undefined || session.account.operatorSince === null) return { status: 'ok' as const }
      return { status: 'ok' as const, sandboxes: sandboxesOf(await deps.workers.listEngines()) }
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

  registerFormatList(app)

  typed.get(apiPaths.openApi, { config: { access: 'anyone' }, schema: { hide: true } }, async () =>
    deps.instance === 'private' ? documentWithoutPlans(app.swagger()) : app.swagger(),
  )
}

/** Computed on the first request: it depends on the version of the server alone. */
function registerFormatList(app: FastifyInstance): void {
  let known: { readonly list: FormatList; readonly etag: string } | undefined
  const load = () => {
    const list = listConversions()
    return { list, etag: `"${createHash('sha256').update(JSON.stringify(list)).digest('base64url')}"` }
  }
  app.withTypeProvider<ZodTypeProvider>().get(apiPaths.formats, {
    config: { access: 'anyone' },
    schema: {
      summary: 'List all formats, and which can be converted to which',
      description:
        'What this version can convert; GET /api/capabilities says which operations are available now. Cacheable, with an ETag.',
      tags: ['System'],
      response: { 200: formatListSchema, 304: z.null().describe('Unchanged.'), default: errorReplySchema },
    },
    handler: async (request, reply) => {
      known ??= load()
      reply.header('etag', known.etag).header('cache-control', 'public, max-age=300')
      return request.headers['if-none-match'] === known.etag ? reply.status(304).send(null) : known.list
    },
  })
}
