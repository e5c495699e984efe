/** Admin API: overview, workers, failures, storage, engine switches and audit log. */
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
import { listEngines, listWorkers, switchEngine } from '../../domain/administration/engines.ts'
import { type AdminDeps, actorOf } from '../../domain/administration/list-page.ts'
import {
  describeOverview,
  describeStorage,
  listAudit,
  listFailures,
} from '../../domain/administration/overview.ts'
import { signedInUser } from '../access.ts'

const tags = ['Administration']
const config = { access: 'operator' } as const

export function registerAdminStateRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.adminOverview, {
    config,
    schema: {
      summary: 'Get queue state and statistics of the last 24 hours',
      description: 'The statistics cover the current hour and the 23 hours before it.',
      tags,
      response: { 200: overviewSchema, default: errorReplySchema },
    },
    handler: () => describeOverview(deps),
  })

  typed.get(apiPaths.adminWorkers, {
    config,
    schema: {
      summary: 'List live workers and their capabilities',
      description: 'As reported by the workers: an engine that is switched off is still listed.',
      tags,
      response: { 200: adminWorkersSchema, default: errorReplySchema },
    },
    handler: () => listWorkers(deps),
  })

  typed.get(apiPaths.adminFailures, {
    config,
    schema: {
      summary: 'List failed conversions, newest first',
      description: "Includes the engine's error output. File names are not included.",
      tags,
      querystring: failureQuerySchema,
      response: { 200: failurePageSchema, default: errorReplySchema },
    },
    handler: ({ query: { before, ...filter } }) => listFailures(deps, filter, before),
  })

  typed.get(apiPaths.adminStorage, {
    config,
    schema: {
      summary: 'Get storage usage by kind and owner, and retention',
      tags,
      response: { 200: adminStorageSchema, default: errorReplySchema },
    },
    handler: () => describeStorage(deps),
  })

  typed.get(apiPaths.adminEngines, {
    config,
    schema: {
      summary: 'List engines, their workers, and whether they are switched off',
      tags,
      response: { 200: engineSwitchesSchema, default: errorReplySchema },
    },
    handler: () => listEngines(deps),
  })

  typed.put(apiPaths.adminEngine(':engine'), {
    config,
    schema: {
      summary: 'Switch an engine off or on for all processes',
      description:
        'While it is off, requests that need it fail with 503 and accepted jobs wait; running jobs finish.',
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
      summary: 'List audit log entries, newest first',
      tags,
      querystring: auditQuerySchema,
      response: { 200: auditPageSchema, default: errorReplySchema },
    },
    handler: ({ query: { before, ...filter } }) => listAudit(deps, filter, before),
  })
}
