/** Which calls belong to the public API: it knows keys, and neither cookies nor sites. */
import type { FastifyRequest } from 'fastify'

export const publicApiPrefix = '/api/v1/'

export function isPublicApi(request: FastifyRequest): boolean {
  // By the route and not by the address: that can be written in more than one way.
  return request.routeOptions.url?.startsWith(publicApiPrefix) ?? false
}
