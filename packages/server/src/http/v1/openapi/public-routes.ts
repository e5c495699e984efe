/** Collects the routes of the public API as they are registered, for its OpenAPI document. */
import type { ApiScope } from '@filesmith/contract/schemas/v1/api-key'
import type { FastifyInstance, FastifySchema, HTTPMethods } from 'fastify'
import { publicApiPrefix } from '../public-api.ts'

/** `operationId` and `produces` are added to Fastify's schema type by plugins. */
export interface PublicRoute {
  readonly method: string
  readonly url: string
  readonly scope: ApiScope | null
  readonly schema: FastifySchema & { readonly operationId?: string; readonly produces?: readonly string[] }
}

export function collectPublicRoutes(app: FastifyInstance): readonly PublicRoute[] {
  const routes: PublicRoute[] = []
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    if (!url.startsWith(publicApiPrefix) || config?.access !== 'key' || !schema || schema.hide) return
    const methods: HTTPMethods[] = [method].flat()
    for (const each of methods) {
      if (each !== 'HEAD')
        routes.push({ method: each.toLowerCase(), url, scope: config.scope ?? null, schema })
    }
  })
  return routes
}
