/** Resolves a host name and accepts it only if all of its addresses may be connected to. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { AddressRules } from './address-rules.ts'
import { fromNodeError, outboundError } from './outbound-error.ts'

export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

export type DnsLookup = (hostname: string) => Promise<readonly ResolvedAddress[]>

export const systemDnsLookup: DnsLookup = hostname => lookup(hostname, { all: true })

/** Without the brackets of an IPv6 literal. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

export async function resolveHost(
  url: URL,
  isAllowed: AddressRules,
  dnsLookup: DnsLookup,
): Promise<readonly ResolvedAddress[]> {
  const host = bareHost(url)
  const family = isIP(host)
  if (family > 0) {
    if (!isAllowed(host)) throw outboundError(url.host, 'private-address')
    return [{ address: host, family }]
  }
  const found = await findByName(url, host, dnsLookup)
  // All addresses must be allowed: which one the socket uses is not under our control.
  if (found.every(({ address }) => isAllowed(address))) return found
  // Same error as for an unknown name: otherwise names in the operator's network could be enumerated.
  const cause = new Error('the name resolves to a private or reserved address')
  throw outboundError(url.host, 'unreachable', { cause })
}

async function findByName(url: URL, host: string, dnsLookup: DnsLookup): Promise<readonly ResolvedAddress[]> {
  const found = await dnsLookup(host).catch(error => {
    throw fromNodeError(url.host, error)
  })
  if (found.length === 0) throw outboundError(url.host, 'unreachable')
  return found
}
