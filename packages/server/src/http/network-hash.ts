/** Hash of the client's network, the key for per-network rate limits. */
import type { FastifyRequest } from 'fastify'
import { networkOf } from './network-of.ts'

export interface NetworkDeps {
  /** Keyed hash of a network address, so that requests can be counted without storing addresses. */
  readonly hashAddress: (address: string) => string
}

export function networkHash(deps: NetworkDeps, request: FastifyRequest): string {
  return deps.hashAddress(networkOf(request.ip))
}
