/** Starts Filesmith as separate processes that tests can kill, on a temporary data folder. */
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
  /** Signals this process only; whether its children exit is part of what is tested. */
  kill(signal: NodeJS.Signals): void
  ended(): Promise<number | null>
}

const ownSourceDir = fileURLToPath(new URL('../../packages/server/src/', import.meta.url))

/** `wrap` prefixes the command, for example to give it a separate file system; `sourceDir` selects another version. */
export function startProcess(
  program: Program,
  env: Record<string, string>,
  wrap: readonly string[] = [],
  sourceDir = ownSourceDir,
): ServerProcess {
  const [command = '', ...args] = [...wrap, process.execPath, `${sourceDir}${program}.ts`]
  const child = spawn(command, args, {
    // LibreOffice starts with the first document, which few of these tests convert.
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
 * Below the ephemeral port range: a process that is killed and restarted finds its port free, and its clients never
 * reach another process meanwhile.
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
    if (response?.status === 200 && isWorkerReady(server)) return
    if (server.child.exitCode !== null) break
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`the server did not become healthy:\n${server.output()}`)
}

/** With main-all the web part may answer before the worker is up. */
function isWorkerReady(server: ServerProcess): boolean {
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

/** Read from /proc, because minimal machines have no `ps`. */
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
        // The process exited meanwhile.
        return []
      }
    })
}
