/** Starts web and worker in the test process, on a separate database and data folder. */
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeWeb } from '../../packages/server/src/compose-web.ts'
import { composeWorker } from '../../packages/server/src/compose-worker.ts'
import { readSettings, type Settings } from '../../packages/server/src/config.ts'
import type { DeclaredRoute } from '../../packages/server/src/http/access.ts'
import { createLog } from '../../packages/server/src/log.ts'
import type { Clock } from '../../packages/server/src/ports/clock.ts'
import { createReadyDatabase } from './create-database.ts'

export interface TestFilesmith {
  /** With BASE_PATH. */
  readonly baseUrl: string
  readonly settings: Settings
  readonly databaseUrl: string
  readonly declaredRoutes: readonly DeclaredRoute[]
  /** Metrics endpoints of the two processes; only with METRICS_PORT. */
  readonly operatorUrls: { readonly web: string; readonly worker: string }
  /** Creates the first operator; null if one exists or an earlier process created the link. */
  readonly setUpLink: string | null
  stop(): Promise<void>
}

export async function startFilesmith(
  env: Record<string, string> = {},
  options: { hasWorker?: boolean; logTo?: (line: string) => void; clock?: Clock } = {},
): Promise<TestFilesmith> {
  const dataDir = await mkdtemp(join(tmpdir(), 'filesmith-test-'))
  const database = await createReadyDatabase()
  const settings = readSettings({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'silent',
    PORT: '0',
    WARM_START: 'false',
    // All requests come from one address, so the limits are raised; tests of limits override them.
    PLAN_FREE_PER_DAY: '100000',
    ADDRESS_PER_DAY: '100000',
    ATTEMPTS_PER_NETWORK: '100000',
    REGISTRATIONS_PER_HOUR: '100000',
    MAILS_PER_HOUR: '100000',
    STORAGE_QUOTA_NETWORK_MB: '100000000',
    OPEN_UPLOADS_PER_NETWORK: '100000',
    INSPECTIONS_PER_MINUTE: '100000',
    MIN_FREE_DISK_MB: '0',
    API_CALLS_PER_MINUTE: '100000',
    API_ACCOUNT_CALLS_PER_MINUTE: '100000',
    ...env,
  })
  const { logTo, clock } = options
  const log = createLog(settings.LOG_LEVEL, 'test', logTo && { write: logTo })
  const web = await composeWeb(settings, log, clock)
  const worker = options.hasWorker === false ? undefined : await composeWorker(settings, log, clock)
  await web.app.listen({ port: settings.PORT, host: settings.HOST })
  const { port } = web.app.server.address() as AddressInfo
  return {
    baseUrl: `http://${settings.HOST}:${port}${settings.BASE_PATH}`,
    settings,
    databaseUrl: settings.DATABASE_URL ?? database.url,
    declaredRoutes: web.app.declaredRoutes,
    setUpLink: web.pendingSetUp?.link ?? null,
    operatorUrls: {
      web: `http://127.0.0.1:${web.operatorPort}`,
      worker: `http://127.0.0.1:${worker?.operatorPort}`,
    },
    async stop() {
      await web.close()
      await worker?.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
