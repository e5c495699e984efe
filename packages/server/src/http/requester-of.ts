/** Who asks for a conversion, and from where. */
import type { FastifyRequest } from 'fastify'
import type { Requester } from '../domain/allowance/requester.ts'
import type { Owner } from '../domain/owners/owner.ts'
import type { HttpDependencies } from './dependencies.ts'
import { networkOf } from './network-of.ts'

export function requesterOf(
  deps: Pick<HttpDependencies, 'hashAddress'>,
  request: FastifyRequest,
  owner: Owner,
): Requester {
  return { owner, addressHash: deps.hashAddress(networkOf(request.ip)) }
}
