/** SSRF protection: which IP addresses may be connected to; public ones, and networks allowed by the operator. */
import { BlockList, isIP } from 'node:net'

const reservedIpv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/** Global unicast. All other IPv6 addresses are loopback, link-local, private, multicast, or embed an IPv4 address. */
const publicIpv6 = ['2000::', 3] as const

/** Special-purpose addresses (including Teredo), documentation, 6to4. */
const reservedIpv6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

export type AddressRules = (address: string) => boolean

/** Whether an address may be connected to; false for anything that is not an IP address. */
export function createAddressRules(allowedNetworks: readonly string[]): AddressRules {
  const allowed = createNetworkList(allowedNetworks)
  const reserved = new BlockList()
  for (const [address, prefix] of reservedIpv4) reserved.addSubnet(address, prefix, 'ipv4')
  for (const [address, prefix] of reservedIpv6) reserved.addSubnet(address, prefix, 'ipv6')
  const global = new BlockList()
  global.addSubnet(...publicIpv6, 'ipv6')

  return address => {
    const version = isIP(address)
    // A zone index refers to a local interface, so the address is never public.
    if (version === 0 || address.includes('%')) return false
    const family = version === 4 ? 'ipv4' : 'ipv6'
    if (allowed(address)) return true
    if (reserved.check(address, family)) return false
    return version === 4 || global.check(address, family)
  }
}

/** Whether an address is in one of the networks; an IPv4 address may be written as IPv6 (`::ffff:10.1.0.5`). */
export function createNetworkList(networks: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const { address, prefix, family } = parseNetwork(network)
    list.addSubnet(address, prefix, family)
  }
  return (address = '') => {
    // The zone index of a link-local address names an interface, not a network.
    const [bare = ''] = address.split('%')
    const version = isIP(bare)
    return version !== 0 && list.check(bare, version === 4 ? 'ipv4' : 'ipv6')
  }
}

interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/** `10.1.0.0/16`, or a single address. */
function parseNetwork(text: string): Network {
  const [address = '', bits] = text.split('/')
  const version = isIP(address)
  const maxPrefix = version === 4 ? 32 : 128
  const prefix = bits === undefined ? maxPrefix : Number(bits)
  if (version === 0 || !/^\d{1,3}$/.test(bits ?? '0') || prefix > maxPrefix)
    throw new RangeError(`${text} is not a network`)
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' }
}

export function isNetwork(text: string): boolean {
  try {
    parseNetwork(text)
    return true
  } catch {
    return false
  }
}

const widestPrefix = { ipv4: 8, ipv6: 16 } as const
/** One IPv4 address of each half, in IPv6 form: an IPv6 network with either of them means IPv4 as well. */
const mappedAddresses = ['::ffff:1.1.1.1', '::ffff:201.1.1.1']
const mappedNetwork = createNetworkList(['::ffff:0:0/96'])

/** False for networks that are wide enough to be a mistake where a single proxy is meant. */
export function isNarrowNetwork(text: string): boolean {
  const { address, prefix, family } = parseNetwork(text)
  if (prefix < widestPrefix[family]) return false
  return family === 'ipv4' || !(mappedNetwork(address) || mappedAddresses.some(createNetworkList([text])))
}
