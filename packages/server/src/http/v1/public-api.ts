/** Which routes belong to the public API: it accepts API keys, and ignores cookies and origins. */
import type { FastifyRequest } from 'fastify'

export const publicApiPrefix = '/api/v1/'

export function isPublicApi(request: FastifyRequest): boolean {
  // By route, not by URL: a URL can be written in more than one way (path normalization).
  return request.routeOptions.url?.startsWith(publicApiPrefix) ?? false
}
