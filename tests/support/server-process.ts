/** Filesmith as real processes, to be killed: started as people start it, on a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from './bare-environment.ts'

export type Program = 'main-all' | 'main-web' | 'main-worker'

export interface ServerProcess {
  readonly pid: number
  readonly child: ChildProcess
  output(): string
  /** Kills it the hard way; its children go down with it or not, as on a real machine. */
  kill(signal: NodeJS.Signals): void
  ended(): Promise<number | null>
}

const ownSourceDir = fileURLToPath(new URL('../../packages/server/src/', import.meta.url))

/** `wrap` puts words before the command, for example to give it a file system of its own; `sourceDir` is another version's. */
export function startProcess(
  program: Program,
  env: Record<string, string>,
  wrap: readonly string[] = [],
  sourceDir = ownSourceDir,
): ServerProcess {
  const [command = '', ...args] = [...wrap, process.execPath, `${sourceDir}${program}.ts`]
  const child = spawn(command, args, {
    // Documents start with the first one: hardly any of these tests has one.
    env: { ...bareEnvironment, LOG_LEVEL: 'info', WARM_START: 'false', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  child.stdout?.on('data', data => (output += data))
  child.stderr?.on('data', data => (output += data))
  return {
    pid: child.pid ?? 0,
    child,
    output: () => output,
    kill: signal => child.kill(signal),
    async ended() {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      return child.exitCode
    },
  }
}

/**
 * Below those that the system gives to whoever asks for any: a process that is killed and started again finds its port
 * as it left it, and its clients never speak to somebody else meanwhile.
 */
const firstPort = 10_000
const lastPort = 32_000

export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + Math.floor(Math.random() * (lastPort - firstPort))
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch {
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}

export async function untilHealthy(baseUrl: string, server: ServerProcess): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const response = await fetch(`${baseUrl}/healthz`).catch(() => undefined)
    if (response?.status === 200 && isWhole(server)) return
    if (server.child.exitCode !== null) break
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`the server did not become healthy:\n${server.output()}`)
}

/** The web process may answer before the worker beside it is up. */
function isWhole(server: ServerProcess): boolean {
  return (
    !server.child.spawnargs.some(arg => arg.endsWith('main-all.ts')) ||
    server.output().includes('Filesmith is ready')
  )
}

/** All processes whose command line mentions this folder. */
export function processesUsing(dataDir: string): number[] {
  return runningProcesses()
    .filter(({ command }) => command.includes(dataDir))
    .map(({ pid }) => pid)
}

export function childrenOf(parentPid: number): number[] {
  return runningProcesses()
    .filter(({ parent }) => parent === parentPid)
    .map(({ pid }) => pid)
}

/** Read from /proc: a bare machine has no `ps`. */
function runningProcesses(): { pid: number; parent: number; command: string }[] {
  return readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0 && pid !== process.pid)
    .flatMap(pid => {
      try {
        const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return [{ pid, parent, command }]
      } catch {
        // It ended while we looked.
        return []
      }
    })
}
