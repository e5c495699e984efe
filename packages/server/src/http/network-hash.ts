/** Hash of the client's network, the key for per-network rate limits. */
import type { FastifyRequest } from 'fastify'

export interface NetworkDeps {
  /** Keyed hash of a network address, so that requests can be counted without storing addresses. */
  readonly hashAddress: (address: string) => string
}

export function networkHash(deps: NetworkDeps, request: FastifyRequest): string {
  return deps.hashAddress(networkOf(request.ip))
}

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const groupCount = 8
const networkGroups = 4

/** Network of a client address, the unit of per-network rate limits: an IPv4 address or an IPv6 /64. */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  const ipv4 = mappedIpv4.exec(bare)?.[1]
  if (ipv4 !== undefined) return ipv4
  if (!bare.includes(':')) return bare
  return `${groupsOf(bare).slice(0, networkGroups).join(':')}::/64`
}

/** All eight groups, with `::` expanded and leading zeros removed. */
function groupsOf(address: string): string[] {
  const [head = [], tail = []] = address
    .split('::')
    .map(part => part.split(':').filter(group => group !== ''))
  const leftOut = Array.from({ length: groupCount - head.length - tail.length }, () => '0')
  return [...head, ...leftOut, ...tail].map(group => group.toLowerCase().replace(/^0+(?=.)/, ''))
}
