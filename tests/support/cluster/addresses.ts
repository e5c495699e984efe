/** The hosts of the stage, their names and addresses on its bridge. */

const net = '10.77.0'

export type HostName = 'postgres' | 's3' | 'nginx' | 'clients' | `web-${number}` | `worker-${number}`

const servers: readonly HostName[] = ['postgres', 's3', 'nginx', 'clients']

export interface StageSize {
  readonly webs: number
  readonly workers: number
}

export function webNames({ webs }: StageSize): HostName[] {
  return Array.from({ length: webs }, (_, index) => `web-${index + 1}` as const)
}

export function workerNames({ workers }: StageSize): HostName[] {
  return Array.from({ length: workers }, (_, index) => `worker-${index + 1}` as const)
}

export function hostNames(size: StageSize): HostName[] {
  return [...servers, ...webNames(size), ...workerNames(size)]
}

export function addressOf(host: HostName): string {
  const [role = '', number] = host.split('-')
  if (number === undefined) return `${net}.${10 + servers.indexOf(host)}`
  return `${net}.${(role === 'web' ? 100 : 150) + Number(number)}`
}

export const bridgeAddress = `${net}.1`
export const network = `${net}.0/24`

/** Everybody finds everybody by name, as on machines with a name server. */
export function hostsFile(size: StageSize): string {
  const lines = hostNames(size).map(host => `${addressOf(host)} ${host}`)
  return ['127.0.0.1 localhost', ...lines, ''].join('\n')
}

/** Where connections go in; nginx is what people see, the others are for tests that must choose a web or ask the database. */
export function doorsOf(size: StageSize): { host: HostName; port: number }[] {
  const webs = webNames(size).map(host => ({ host, port: 3000 }))
  return [{ host: 'nginx', port: 80 }, { host: 'postgres', port: 5432 }, ...webs]
}
