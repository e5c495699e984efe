/**
 * Test cluster of several hosts on this machine: PostgreSQL, Swift with its S3 API, web processes and workers behind
 * nginx, each in a separate network namespace. All of them run below one process in private namespaces; the kernel kills
 * them with it, so nothing outlives the test process, however it exits.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areUnpackedPackagesCurrent } from '../../../scripts/setup/unpacked-packages.mjs'
import { type ClusterSize, type HostName, ingressPorts } from './addresses.ts'
import type { ClusterCommand, ClusterConfig, ClusterReply, HostUsage } from './cluster-protocol.ts'
import { databaseUrl } from './host-programs.ts'
import { type Ingress, openIngress } from './open-ingress.ts'

export interface Cluster {
  /** Loopback URL of a host. */
  urlOf(host: HostName): string
  logOf(host: HostName): string
  /** The PostgreSQL of the cluster as reachable from the test process. */
  databaseUrl(): string
  signal(host: HostName, signal: NodeJS.Signals): Promise<void>
  /** Exit code, or null after a signal. */
  ended(host: HostName): Promise<number | null>
  /** Restarts a web process or worker that has exited. */
  start(host: HostName): Promise<void>
  usage(): Promise<HostUsage>
  /** Runs a program on the clients host; returns its stdout. */
  run(command: readonly string[], env?: Record<string, string>): Promise<string>
  stop(): Promise<void>
}

const folderPrefix = 'filesmith-stage-'
const insideProgram = fileURLToPath(new URL('./hold-cluster.ts', import.meta.url))
const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']

/** Without root, a user namespace is needed to create the others. */
function unshareCommand(): string[] {
  return ['unshare', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']), ...namespaces]
}

/** The reason why the cluster cannot be started here, or undefined. */
export function whyNoCluster(): string | undefined {
  const [command = '', ...args] = unshareCommand()
  const trial = spawnSync(command, [...args, 'true'], { encoding: 'utf8' })
  if (trial.status !== 0) return `creating network namespaces failed: ${trial.stderr || trial.error}`.trim()
  return areUnpackedPackagesCurrent() ? undefined : 'its Debian packages are missing; run it through npm test'
}

/** Removes the folders of clusters whose test process was killed. */
export function clearLeftoverClusters(): void {
  for (const name of readdirSync(tmpdir()).filter(entry => entry.startsWith(folderPrefix))) {
    const pid = Number(name.slice(folderPrefix.length).split('-')[0])
    if (isAlive(pid)) continue
    rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export async function startCluster(
  size: ClusterSize,
  settings: Record<string, string> = {},
): Promise<Cluster> {
  clearLeftoverClusters()
  const folder = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`))
  const config: ClusterConfig = { folder, size, settings }
  // The shell is PID 1 of the namespace and reaps orphaned processes.
  const inside = ['sh', '-c', '"$@" & wait $!', 'sh', process.execPath, insideProgram, JSON.stringify(config)]
  const [command = '', ...args] = [...unshareCommand(), ...inside]
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const channel = openChannel(child)
  const ingresses = new Map<HostName, Ingress>()
  try {
    await channel.isUp
    for (const { host } of ingressPorts(size))
      ingresses.set(host, await openIngress(join(folder, `${host}.sock`)))
  } catch (error) {
    await end()
    throw error
  }

  async function end(): Promise<void> {
    for (const ingress of ingresses.values()) await ingress.close()
    child.kill('SIGKILL')
    await channel.hasEnded
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }

  return {
    urlOf: host => ingresses.get(host)?.url ?? '',
    databaseUrl: () =>
      databaseUrl.replace('postgres:5432', new URL(ingresses.get('postgres')?.url ?? '').host),
    logOf: host => readFileSync(join(folder, `${host}.log`), 'utf8'),
    async signal(host, signal) {
      await channel.ask({ what: 'signal', host, signal })
    },
    ended: async host => (await channel.ask({ what: 'ended', host })) as number | null,
    async start(host) {
      await channel.ask({ what: 'start', host })
    },
    usage: async () => (await channel.ask({ what: 'usage' })) as HostUsage,
    run: async (program, env = {}) => (await channel.ask({ what: 'run', command: program, env })) as string,
    async stop() {
      await channel.ask({ what: 'end' }).finally(end)
    },
  }
}

type Order<Any = ClusterCommand> = Any extends ClusterCommand ? Omit<Any, 'id'> : never

function openChannel(child: ChildProcess) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const expect = (id: number) => {
    const reply = Promise.withResolvers<unknown>()
    waiting.set(id, reply)
    return reply.promise
  }
  let lastId = 0
  const isUp = expect(0)
  const hasEnded = new Promise<void>(resolve => {
    child.once('exit', code => {
      for (const reply of waiting.values()) reply.reject(new Error(`the cluster exited with ${code}`))
      resolve()
    })
  })
  child.on('message', ({ id, answer, failure }: ClusterReply) => {
    const reply = waiting.get(id)
    waiting.delete(id)
    if (failure === undefined) reply?.resolve(answer)
    else reply?.reject(new Error(failure))
  })
  return {
    isUp,
    hasEnded,
    ask(order: Order): Promise<unknown> {
      lastId += 1
      const reply = expect(lastId)
      child.send({ ...order, id: lastId })
      return reply
    },
  }
}
