/** The network a call comes from, as something to count by. */
import type { FastifyRequest } from 'fastify'
import type { HttpDependencies } from './dependencies.ts'
import { networkOf } from './network-of.ts'

export function networkHash(deps: Pick<HttpDependencies, 'hashAddress'>, request: FastifyRequest): string {
  return deps.hashAddress(networkOf(request.ip))
}
