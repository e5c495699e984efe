/** The owner and network of a request. */
import type { FastifyRequest } from 'fastify'
import type { Requester } from '../domain/allowance/allowance.ts'
import type { Owner } from '../domain/owners/owner.ts'
import type { HttpDependencies } from './dependencies.ts'
import { networkHash } from './network-hash.ts'

export function requesterOf(
  deps: Pick<HttpDependencies, 'hashAddress'>,
  request: FastifyRequest,
  owner: Owner,
): Requester {
  return { owner, addressHash: networkHash(deps, request) }
}
