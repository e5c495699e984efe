/** Web and worker process with embedded PostgreSQL in their own data folder, for measurements. */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '../../packages/server/src/adapters/embedded-postgres/start-embedded-postgres.ts'
import { serverFlags } from '../../scripts/node-24.mjs'
import { freePort } from '../../tests/support/server-process.ts'

const sourceDir = fileURLToPath(new URL('../../packages/server/src/', import.meta.url))

export interface MeasuredServer {
  readonly baseUrl: string
  readonly dataDir: string
  readonly databaseUrl: string
  /** Peak memory of the web process since the last reset, in bytes. */
  webPeakBytes(): Promise<number>
  resetWebPeak(): Promise<void>
  stop(): Promise<void>
}

export async function startMeasuredServer(env: Record<string, string> = {}): Promise<MeasuredServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'filesmith-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: { info() {}, warn() {} } })
  const port = await freePort()
  const settings = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.connectionString,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    PLAN_FREE_PER_DAY: '1000000',
    ADDRESS_PER_DAY: '1000000',
    STORAGE_QUOTA_FREE_MB: '100000000',
    STORAGE_QUOTA_NETWORK_MB: '100000000',
    OPEN_UPLOADS_PER_NETWORK: '100000',
    INSPECTIONS_PER_MINUTE: '100000',
    ...env,
  }
  const [web, worker] = await Promise.all([start('main-web.ts', settings), start('main-worker.ts', settings)])
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    dataDir,
    databaseUrl: postgres.connectionString,
    async webPeakBytes() {
      const status = await readFile(`/proc/${web.pid}/status`, 'utf8')
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
    },
    // 5 resets the peak; see proc(5).
    resetWebPeak: () => writeFile(`/proc/${web.pid}/clear_refs`, '5'),
    async stop() {
      await Promise.all([end(web), end(worker)])
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function start(program: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = fork(`${sourceDir}${program}`, { env, execArgv: serverFlags })
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', code => reject(new Error(`${program} exited with ${code}`)))
  })
  return child
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
