/**
 * Several hosts on this machine: a PostgreSQL, a Swift with its S3 interface, webs and workers behind nginx, each in a
 * network namespace of its own. All of it lives below one process in namespaces that nobody else sees, and the kernel
 * ends them with it, so nothing outlives whoever started it, however that one ends.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areUnpackedPackagesCurrent } from '../../../scripts/setup/unpacked-packages.mjs'
import { doorsOf, type HostName, type StageSize } from './addresses.ts'
import { databaseUrl } from './host-programs.ts'
import { type Ingress, openDoor } from './open-ingress.ts'
import type { HostUsage, StageOrder, StagePlan, StageReply } from './stage-protocol.ts'

export interface Stage {
  /** Where a host answers on this machine's loopback. */
  urlOf(host: HostName): string
  logOf(host: HostName): string
  /** The stage's PostgreSQL, from this machine. */
  databaseUrl(): string
  signal(host: HostName, signal: NodeJS.Signals): Promise<void>
  /** Its exit code, or null when a signal ended it. */
  ended(host: HostName): Promise<number | null>
  /** A web or worker again, after it has ended. */
  start(host: HostName): Promise<void>
  usage(): Promise<HostUsage>
  /** Runs a program on the host of the clients; answers what it printed. */
  run(command: readonly string[], env?: Record<string, string>): Promise<string>
  stop(): Promise<void>
}

const folderPrefix = 'filesmith-stage-'
const insideProgram = fileURLToPath(new URL('./hold-stage.ts', import.meta.url))
const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']

/** Root needs no namespace of users; everybody else is root in one. */
function unshareCommand(): string[] {
  return ['unshare', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']), ...namespaces]
}

/** In words, or undefined where it can be built. */
export function whyNoStage(): string | undefined {
  const [command = '', ...args] = unshareCommand()
  const trial = spawnSync(command, [...args, 'true'], { encoding: 'utf8' })
  if (trial.status !== 0) return `network namespaces are refused here: ${trial.stderr || trial.error}`.trim()
  return areUnpackedPackagesCurrent() ? undefined : 'its Debian packages are missing: run it by npm test'
}

/** Folders of stages whose makers are gone: only a maker that was killed leaves one. */
export function clearLeftoverStages(): void {
  for (const name of readdirSync(tmpdir()).filter(entry => entry.startsWith(folderPrefix))) {
    const maker = Number(name.slice(folderPrefix.length).split('-')[0])
    if (isAlive(maker)) continue
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

export async function startStage(size: StageSize, settings: Record<string, string> = {}): Promise<Stage> {
  clearLeftoverStages()
  const folder = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`))
  const plan: StagePlan = { folder, size, settings }
  // The shell takes care of processes whose parents have ended, which the first process of a namespace must.
  const inside = ['sh', '-c', '"$@" & wait $!', 'sh', process.execPath, insideProgram, JSON.stringify(plan)]
  const [command = '', ...args] = [...unshareCommand(), ...inside]
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const talk = talkTo(child)
  const doors = new Map<HostName, Ingress>()
  try {
    await talk.isUp
    for (const { host } of doorsOf(size)) doors.set(host, await openDoor(join(folder, `${host}.sock`)))
  } catch (error) {
    await end()
    throw error
  }

  async function end(): Promise<void> {
    for (const door of doors.values()) await door.close()
    child.kill('SIGKILL')
    await talk.hasEnded
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }

  return {
    urlOf: host => doors.get(host)?.url ?? '',
    databaseUrl: () => databaseUrl.replace('postgres:5432', new URL(doors.get('postgres')?.url ?? '').host),
    logOf: host => readFileSync(join(folder, `${host}.log`), 'utf8'),
    async signal(host, signal) {
      await talk.ask({ what: 'signal', host, signal })
    },
    ended: async host => (await talk.ask({ what: 'ended', host })) as number | null,
    async start(host) {
      await talk.ask({ what: 'start', host })
    },
    usage: async () => (await talk.ask({ what: 'usage' })) as HostUsage,
    run: async (program, env = {}) => (await talk.ask({ what: 'run', command: program, env })) as string,
    async stop() {
      await talk.ask({ what: 'end' }).finally(end)
    },
  }
}

type Order<Any = StageOrder> = Any extends StageOrder ? Omit<Any, 'id'> : never

function talkTo(child: ChildProcess) {
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
      for (const reply of waiting.values()) reply.reject(new Error(`the stage ended with ${code}`))
      resolve()
    })
  })
  child.on('message', ({ id, answer, failure }: StageReply) => {
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
