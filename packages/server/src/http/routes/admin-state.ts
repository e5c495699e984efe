/** The admin area: how the installation stands, what failed, what is kept, and the switches of engines. */
import { apiPaths } from '@filesmith/contract/api-paths'
import {
  adminStorageSchema,
  adminWorkersSchema,
  auditPageSchema,
  engineChangeSchema,
  engineSwitchesSchema,
  failurePageSchema,
  overviewSchema,
} from '@filesmith/contract/schemas/admin'
import { auditQuerySchema, failureQuerySchema } from '@filesmith/contract/schemas/admin-queries'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { actorOf } from '../../domain/administration/admin-deps.ts'
import { describeOverview } from '../../domain/administration/describe-overview.ts'
import { describeStorage } from '../../domain/administration/describe-storage.ts'
import { listAudit } from '../../domain/administration/list-audit.ts'
import { listEngines } from '../../domain/administration/list-engines.ts'
import { listFailures } from '../../domain/administration/list-failures.ts'
import { listWorkers } from '../../domain/administration/list-workers.ts'
import { switchEngine } from '../../domain/administration/switch-engine.ts'
import { signedInUser } from '../access.ts'
import type { HttpDependencies } from '../dependencies.ts'

const tags = ['Administration']
const config = { access: 'operator' } as const

export function registerAdminStateRoutes(app: FastifyInstance, deps: HttpDependencies): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.adminOverview, {
    config,
    schema: {
      summary: 'What waits, what runs, and how the last day went',
      description: 'The day is the present hour and the 23 before it.',
      tags,
      response: { 200: overviewSchema, default: errorReplySchema },
    },
    handler: () => describeOverview(deps),
  })

  typed.get(apiPaths.adminWorkers, {
    config,
    schema: {
      summary: 'The workers that are alive, and what each can do',
      description: 'As the workers see it: an engine that is switched off is listed as they have it.',
      tags,
      response: { 200: adminWorkersSchema, default: errorReplySchema },
    },
    handler: () => listWorkers(deps),
  })

  typed.get(apiPaths.adminFailures, {
    config,
    schema: {
      summary: 'Conversions that failed, newest first, page by page',
      description: 'With what the engine said. Names of files are not told.',
      tags,
      querystring: failureQuerySchema,
      response: { 200: failurePageSchema, default: errorReplySchema },
    },
    handler: ({ query: { before, ...filter } }) => listFailures(deps, filter, before),
  })

  typed.get(apiPaths.adminStorage, {
    config,
    schema: {
      summary: 'Where files are kept, how much of them, whose, and when they go',
      tags,
      response: { 200: adminStorageSchema, default: errorReplySchema },
    },
    handler: () => describeStorage(deps),
  })

  typed.get(apiPaths.adminEngines, {
    config,
    schema: {
      summary: 'Every engine, who has it, and whether it is switched off',
      tags,
      response: { 200: engineSwitchesSchema, default: errorReplySchema },
    },
    handler: () => listEngines(deps),
  })

  typed.put(apiPaths.adminEngine(':engine'), {
    config,
    schema: {
      summary: 'Switch an engine off or on, for every process at once',
      description:
        'While it is off, calls that need it answer 503 and jobs that were accepted before wait; what runs is finished.',
      tags,
      params: z.object({ engine: z.string() }),
      body: engineChangeSchema,
      response: { 200: engineSwitchesSchema, default: errorReplySchema },
    },
    handler: async request => {
      const actor = actorOf(signedInUser(request).account)
      await switchEngine(deps, actor, request.params.engine, request.body)
      return listEngines(deps)
    },
  })

  typed.get(apiPaths.adminAudit, {
    config,
    schema: {
      summary: 'Who changed what, newest first, page by page',
      tags,
      querystring: auditQuerySchema,
      response: { 200: auditPageSchema, default: errorReplySchema },
    },
    handler: ({ query: { before, ...filter } }) => listAudit(deps, filter, before),
  })
}
