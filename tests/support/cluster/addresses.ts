/** Host names and bridge addresses of the test cluster. */

const net = '10.77.0'

export type HostName = 'postgres' | 's3' | 'nginx' | 'clients' | `web-${number}` | `worker-${number}`

const servers: readonly HostName[] = ['postgres', 's3', 'nginx', 'clients']

export interface ClusterSize {
  readonly webs: number
  readonly workers: number
}

export function webNames({ webs }: ClusterSize): HostName[] {
  return Array.from({ length: webs }, (_, index) => `web-${index + 1}` as const)
}

export function workerNames({ workers }: ClusterSize): HostName[] {
  return Array.from({ length: workers }, (_, index) => `worker-${index + 1}` as const)
}

export function hostNames(size: ClusterSize): HostName[] {
  return [...servers, ...webNames(size), ...workerNames(size)]
}

export function addressOf(host: HostName): string {
  const [role = '', number] = host.split('-')
  if (number === undefined) return `${net}.${10 + servers.indexOf(host)}`
  return `${net}.${(role === 'web' ? 100 : 150) + Number(number)}`
}

export const bridgeAddress = `${net}.1`
export const network = `${net}.0/24`

/** Makes all hosts resolvable by name. */
export function hostsFile(size: ClusterSize): string {
  const lines = hostNames(size).map(host => `${addressOf(host)} ${host}`)
  return ['127.0.0.1 localhost', ...lines, ''].join('\n')
}

/** Ports reachable from the test: nginx as the public entry, each web process and the database for tests that address them directly. */
export function ingressPorts(size: ClusterSize): { host: HostName; port: number }[] {
  const webs = webNames(size).map(host => ({ host, port: 3000 }))
  return [{ host: 'nginx', port: 80 }, { host: 'postgres', port: 5432 }, ...webs]
}
