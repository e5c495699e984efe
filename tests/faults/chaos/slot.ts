/** Slot of one web or worker: restarts the process whenever it ends, as a supervisor does. */
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type FaultProxy, startFaultProxy, throughPort } from '../../support/fault-proxy.ts'
import { crashNote, crashOnMarkedFile } from '../../support/marked-file.ts'
import { childrenOf, type ServerProcess, startProcess } from '../../support/server-process.ts'

interface SlotOptions {
  readonly name: string
  readonly program: 'main-web' | 'main-worker'
  readonly dataDir: string
  readonly port: number
  readonly env: Record<string, string>
  readonly clockPath: string
  readonly hasSmallDisk: boolean
  readonly upstreams: {
    readonly databaseSocket: string
    readonly databaseUrl: string
    readonly storageUrl: URL
  }
  readonly note: (line: string) => void
}

export interface Slot {
  readonly name: string
  readonly baseUrl: string
  readonly dataDir: string
  readonly database: FaultProxy
  readonly storage: FaultProxy
  readonly hasSmallDisk: boolean
  /** Exits that no fault caused. */
  readonly crashes: readonly string[]
  log(): string
  signal(signal: NodeJS.Signals): void
  waitUntilReady(): Promise<void>
  /** Engine processes below this process. */
  enginePids(): number[]
  /** Path as the process sees it inside its mount namespace. */
  insidePath(path: string): string
  setClock(offsetSeconds: number): Promise<void>
  restart(changes: Record<string, string>): Promise<void>
  clearFaults(): Promise<void>
  stop(): Promise<void>
}

const readyMs = 180_000
export const smallDiskBytes = 24 * 1024 * 1024

export async function startSlot(options: SlotOptions): Promise<Slot> {
  const { name, dataDir, upstreams, note } = options
  const database = await startFaultProxy({ path: upstreams.databaseSocket })
  const { hostname, port } = upstreams.storageUrl
  const storage = await startFaultProxy({ host: hostname, port: Number(port) })
  let env: Record<string, string> = {
    ...options.env,
    ...(options.program === 'main-worker' && { NODE_OPTIONS: crashOnMarkedFile }),
    DATABASE_URL: throughPort(upstreams.databaseUrl, database.port),
    S3_ENDPOINT: `http://127.0.0.1:${storage.port}`,
  }
  const crashes: string[] = []
  const logs: string[] = []
  let isStopping = false
  let isExitExpected = false
  let current: ServerProcess
  let ended: Promise<void> = Promise.resolve()

  function start(): void {
    isExitExpected = false
    const started = startProcess(options.program, env, options.hasSmallDisk ? onSmallDisk(dataDir) : [])
    current = started
    ended = (async () => {
      const code = await started.ended()
      logs.push(started.output())
      const failedToStart = started.output().includes('cannot start')
      const isMarked = started.output().trimEnd().endsWith(crashNote)
      if (!isExitExpected && !failedToStart && !isMarked)
        crashes.push(`${name} crashed (${code}): ${started.output().slice(-2000)}`)
      if (isStopping) return
      note(`${name} restarts${failedToStart ? ' (it could not start)' : ''}`)
      start()
    })()
  }
  start()

  const slot: Slot = {
    ...{ name, dataDir, database, storage, crashes, hasSmallDisk: options.hasSmallDisk },
    baseUrl: `http://127.0.0.1:${options.port}`,
    log: () => [...logs, current.output()].join(''),
    signal(signal) {
      if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') isExitExpected = true
      current.kill(signal)
    },
    async waitUntilReady() {
      // Jobs wait for a starting worker; requests do not wait for a starting web process.
      if (options.program === 'main-worker') return
      const giveUpAt = Date.now() + readyMs
      while (!(await fetch(`${slot.baseUrl}/healthz`).catch(() => undefined))?.ok) {
        if (Date.now() > giveUpAt) throw new Error(`${name} does not answer: ${slot.log().slice(-4000)}`)
        await delay(50)
      }
    },
    enginePids: () => descendantsOf(current.pid).filter(pid => !isIsolatedJob(pid)),
    insidePath: path => (options.hasSmallDisk ? `/proc/${current.pid}/root${path}` : path),
    setClock: offsetSeconds =>
      writeFile(options.clockPath, `${offsetSeconds < 0 ? '-' : '+'}${Math.abs(offsetSeconds)}\n`),
    async restart(changes) {
      env = { ...env, ...changes }
      const before = ended
      slot.signal('SIGTERM')
      await before
    },
    async clearFaults() {
      database.setMode('pass')
      storage.setMode('pass')
      current.kill('SIGCONT')
      await slot.setClock(0)
      if (options.hasSmallDisk)
        await rm(slot.insidePath(`${dataDir}/filler`), { force: true }).catch(() => {})
    },
    async stop() {
      isStopping = true
      current.kill('SIGCONT')
      slot.signal('SIGTERM')
      await ended
      await database.close()
      await storage.close()
    },
  }
  return slot
}

/** Runs the process on its own small tmpfs, which can be filled without affecting the host. */
function onSmallDisk(dataDir: string): string[] {
  const mountAndRun = `mount -t tmpfs -o size=${smallDiskBytes} tmpfs '${dataDir}' && exec "$@"`
  return ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', mountAndRun, 'sh']
}

/** The process of a job that runs alone: its end would count as a crash of the job. */
function isIsolatedJob(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main-isolated-job')
  } catch {
    // The process exited meanwhile.
    return false
  }
}

function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap(child => [child, ...descendantsOf(child)])
}
