/** Hash of the client's network, the key for per-network rate limits. */
import type { FastifyRequest } from 'fastify'
import type { HttpDependencies } from './dependencies.ts'
import { networkOf } from './network-of.ts'

export function networkHash(deps: Pick<HttpDependencies, 'hashAddress'>, request: FastifyRequest): string {
  return deps.hashAddress(networkOf(request.ip))
}
