/** Serves the OpenAPI document of the public API. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { FastifyInstance } from 'fastify'
import { describePublicApi } from '../../v1/openapi/describe-public-api.ts'
import type { PublicRoute } from '../../v1/openapi/public-routes.ts'

export function registerApiDescription(
  app: FastifyInstance,
  routes: readonly PublicRoute[],
  origin: string,
): void {
  let described: string | undefined
  // A route that cannot be described fails at startup.
  app.addHook('onReady', async () => {
    described = JSON.stringify(describePublicApi(routes, origin))
  })
  app.get(apiPaths.v1OpenApi, { config: { access: 'anyone' }, schema: { hide: true } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(described),
  )
}
