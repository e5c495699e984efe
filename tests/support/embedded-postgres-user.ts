/** Starts processes that use the embedded PostgreSQL, for tests that stop or kill them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface PostgresUser {
  readonly process: ChildProcess
  /** Process id of the PostgreSQL server, which several users may share. */
  readonly pid: number
  readonly connectionString: string
  stop(): Promise<void>
  kill(): Promise<void>
}

export const checkoutDir = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const holdScript = join('tests', 'support', 'hold-embedded-postgres.ts')

export function spawnPostgresUser(dataDir: string): ChildProcess {
  return spawn(process.execPath, [join(checkoutDir, holdScript), dataDir], { stdio: 'pipe' })
}

export function startPostgresUser(dataDir: string): Promise<PostgresUser> {
  return whenStarted(spawnPostgresUser(dataDir))
}

export async function whenStarted(child: ChildProcess): Promise<PostgresUser> {
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const exited = once(child, 'close')
  const firstLine = child.stdout ? once(child.stdout.setEncoding('utf8'), 'data') : exited
  const [line] = await Promise.race([firstLine, exited])
  if (typeof line !== 'string') throw new Error(`The process exited: ${stderr}`)
  return {
    process: child,
    ...(JSON.parse(line) as { pid: number; connectionString: string }),
    async stop() {
      child.stdin?.end()
      const [code] = await exited
      if (code !== 0) throw new Error(`The process failed: ${stderr}`)
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
