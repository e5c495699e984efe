/** Finds the addresses behind a name and lets through only names all of whose addresses may be connected to. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { AddressRules } from './address-rules.ts'
import { fromNodeError, outboundError } from './outbound-error.ts'

export interface FoundAddress {
  readonly address: string
  readonly family: number
}

export type LookUp = (hostname: string) => Promise<readonly FoundAddress[]>

export const lookUpByDns: LookUp = hostname => lookup(hostname, { all: true })

/** `[::1]` as it stands in an address is `::1`. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

export async function resolveHost(
  url: URL,
  isAllowed: AddressRules,
  lookUp: LookUp,
): Promise<readonly FoundAddress[]> {
  const host = bareHost(url)
  const family = isIP(host)
  if (family > 0) {
    if (!isAllowed(host)) throw outboundError(url.host, 'private-address')
    return [{ address: host, family }]
  }
  const found = await findByName(url, host, lookUp)
  // One bad address spoils the name: which of several is taken is not ours to say.
  if (found.every(({ address }) => isAllowed(address))) return found
  // The same answer as for an unknown name, or names of the operator's network could be found out one by one.
  const cause = new Error('the name resolves to a private or reserved address')
  throw outboundError(url.host, 'unreachable', { cause })
}

async function findByName(url: URL, host: string, lookUp: LookUp): Promise<readonly FoundAddress[]> {
  const found = await lookUp(host).catch(error => {
    throw fromNodeError(url.host, error)
  })
  if (found.length === 0) throw outboundError(url.host, 'unreachable')
  return found
}
