/** The owner and network of a request. */
import type { FastifyRequest } from 'fastify'
import type { Requester } from '../domain/allowance/allowance.ts'
import type { Owner } from '../domain/owners/owner.ts'
import { type NetworkDeps, networkHash } from './network-hash.ts'

export function requesterOf(deps: NetworkDeps, request: FastifyRequest, owner: Owner): Requester {
  return { owner, addressHash: networkHash(deps, request) }
}
