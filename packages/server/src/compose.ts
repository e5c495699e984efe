/** Where the parts are put together: the only place that chooses and makes adapters. */
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bytesPerMegabyte } from '@filesmith/contract/bytes'
import { createEngineRuntime } from '@filesmith/engines/runtime'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createArgon2PasswordHasher } from './adapters/argon2/argon2-password-hasher.ts'
import { createDiskStorage } from './adapters/disk-storage/disk-storage.ts'
import { startEmbeddedPostgres } from './adapters/embedded-postgres/start-embedded-postgres.ts'
import { createAesSecretBox } from './adapters/node-crypto/aes-secret-box.ts'
import { createIdentityProviders } from './adapters/oauth/create-identity-providers.ts'
import { openDatabase, prepareDatabase } from './adapters/postgres/database.ts'
import { startBoss } from './adapters/postgres/job-boss.ts'
import { createPostgresAccountStore } from './adapters/postgres/postgres-account-store.ts'
import { createPostgresAllowanceStore } from './adapters/postgres/postgres-allowance-store.ts'
import { createPostgresAttemptCounter } from './adapters/postgres/postgres-attempt-counter.ts'
import { createPostgresConversionStore } from './adapters/postgres/postgres-conversion-store.ts'
import { createPostgresImpressionStore } from './adapters/postgres/postgres-impression-store.ts'
import { createPostgresInspectionQueue } from './adapters/postgres/postgres-inspection-queue.ts'
import { createPostgresJobQueue } from './adapters/postgres/postgres-job-queue.ts'
import { createPostgresMailQueue } from './adapters/postgres/postgres-mail-queue.ts'
import { openPostgresNotifications } from './adapters/postgres/postgres-notifications.ts'
import { createPostgresSessionStore } from './adapters/postgres/postgres-session-store.ts'
import { createPostgresTokenStore } from './adapters/postgres/postgres-token-store.ts'
import { createPostgresUploadStore } from './adapters/postgres/postgres-upload-store.ts'
import { createPostgresWorkerRegistry } from './adapters/postgres/postgres-worker-registry.ts'
import { createZipArchiveWriter } from './adapters/zip-archive/zip-archive-writer.ts'
import { allowanceLimits, engineMemoryBytes, type Settings } from './config.ts'
import { buildApp } from './http/app.ts'
import type { Storage } from './ports/storage.ts'
import { loadSecrets } from './secrets.ts'
import { startMailing } from './start-mailing.ts'
import { announceWorker } from './worker/announce-worker.ts'
import { claimJobs } from './worker/claim-jobs.ts'
import { inspectUploads } from './worker/inspect-uploads.ts'
import { sweepRegularly } from './worker/sweep-expired.ts'

const webDir = fileURLToPath(new URL('../../web/dist', import.meta.url))
const workerGraceMs = 10_000

export interface DatabaseAddress {
  readonly url: string
  release(): Promise<void>
}

/** The database that was asked for, or the one that comes with the product. */
export async function provideDatabase(settings: Settings, log: Logger): Promise<DatabaseAddress> {
  if (settings.DATABASE_URL) return { url: settings.DATABASE_URL, release: async () => undefined }
  const embedded = await startEmbeddedPostgres({ dataDir: settings.DATA_DIR, log })
  return { url: embedded.connectionString, release: () => embedded.stop() }
}

async function openStorage(settings: Settings): Promise<Storage> {
  if (settings.STORAGE === 'disk') return createDiskStorage({ rootDir: join(settings.DATA_DIR, 'storage') })
  // The vendor's library is large; who keeps files on disk need not load it.
  const { createS3Storage } = await import('./adapters/s3-storage/s3-storage.ts')
  return createS3Storage({
    ...(settings.S3_ENDPOINT && { endpoint: settings.S3_ENDPOINT }),
    region: settings.S3_REGION,
    bucket: settings.S3_BUCKET ?? '',
    accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
    isPathStyle: settings.S3_PATH_STYLE,
    prefix: settings.S3_PREFIX,
  })
}

async function openServices(settings: Settings, log: Logger, role: 'web' | 'worker') {
  const address = await provideDatabase(settings, log)
  const database = await openDatabase({
    url: address.url,
    maxConnections: settings.DATABASE_POOL,
    applicationName: `filesmith-${role}`,
    log,
  })
  const boss = await prepareDatabase(database.pool, () =>
    startBoss(database.pool, { isSupervisor: role === 'worker', log }),
  )
  const notifications = await openPostgresNotifications(database, address.url, log)
  const storage = await openStorage(settings)
  return {
    database,
    boss,
    notifications,
    storage,
    uploads: createPostgresUploadStore(database),
    conversions: createPostgresConversionStore(database, boss),
    allowances: createPostgresAllowanceStore(database),
    workers: createPostgresWorkerRegistry(database),
    inspections: createPostgresInspectionQueue(boss),
    impressions: createPostgresImpressionStore(database),
    accounts: createPostgresAccountStore(database),
    sessions: createPostgresSessionStore(database),
    tokens: createPostgresTokenStore(database),
    attempts: createPostgresAttemptCounter(database),
    mails: createPostgresMailQueue(boss, notifications),
    async close() {
      await boss.stop({ graceful: false })
      await notifications.close()
      await storage.close()
      await database.close()
      await address.release()
    },
  }
}

export interface WebProcess {
  readonly app: FastifyInstance
  close(): Promise<void>
}

export async function composeWeb(settings: Settings, log: Logger): Promise<WebProcess> {
  const services = await openServices(settings, log, 'web')
  const cookieSecret = settings.COOKIE_SECRET ?? (await loadSecrets(settings.DATA_DIR)).cookieSecret
  const app = await buildApp(
    {
      ...services,
      identityProviders: createIdentityProviders(settings),
      passwords: await createArgon2PasswordHasher(),
      secretBox: createAesSecretBox(cookieSecret),
      archives: createZipArchiveWriter(),
      attemptLimits: {
        perAccount: settings.ATTEMPTS_PER_ACCOUNT,
        perNetwork: settings.ATTEMPTS_PER_NETWORK,
        registrationsPerHour: settings.REGISTRATIONS_PER_HOUR,
        mailsPerHour: settings.MAILS_PER_HOUR,
      },
      allowanceLimits: allowanceLimits(settings),
      impressionsPerMinute: settings.IMPRESSIONS_PER_MINUTE,
      hashAddress: address => createHmac('sha256', cookieSecret).update(address).digest('base64url'),
      abandonedUploadHours: settings.ABANDONED_UPLOAD_HOURS,
      checkHealth: async () => {
        await services.workers.listEngines()
      },
    },
    {
      cookieSecret,
      publicOrigin: settings.PUBLIC_URL,
      isBehindProxy: settings.BEHIND_PROXY,
      webDir,
    },
    log,
  )
  return {
    app,
    async close() {
      await app.close()
      await services.close()
    },
  }
}

export interface WorkerProcess {
  close(): Promise<void>
}

export async function composeWorker(settings: Settings, log: Logger): Promise<WorkerProcess> {
  const services = await openServices(settings, log, 'worker')
  const jobsDir = join(settings.DATA_DIR, 'jobs')
  const engines = await createEngineRuntime({
    sandbox: settings.SANDBOX,
    helpersPerEngine: settings.ENGINE_PROCESSES,
    maxPixels: settings.MAX_IMAGE_MEGAPIXELS * 1_000_000,
    stepTimeoutMs: settings.STEP_TIMEOUT_SECONDS * 1000,
    maxMemoryBytes: engineMemoryBytes(settings),
    maxOutputBytes: settings.MAX_OUTPUT_MB * bytesPerMegabyte,
    media: {
      maxDurationSeconds: settings.MAX_MEDIA_MINUTES * 60,
      maxFramePixels: settings.MAX_VIDEO_MEGAPIXELS * 1_000_000,
      timeoutMs: settings.MEDIA_TIMEOUT_SECONDS * 1000,
      cpuSeconds: settings.MEDIA_CPU_SECONDS,
    },
    disabledEngines: settings.DISABLED_ENGINES,
    warn: message => log.warn(message),
  })
  const announcement = await announceWorker(services.workers, engines, log)
  const queue = createPostgresJobQueue(services.database, services.boss)
  const jobDeps = { ...services, queue, engines, jobsDir, log }
  const claimers = [
    claimJobs(jobDeps, 'short', settings.WORKER_CONCURRENCY),
    claimJobs(jobDeps, 'long', settings.WORKER_VIDEO_CONCURRENCY),
  ]
  const inspector = inspectUploads(jobDeps)
  const mailing = await startMailing(settings, services, log)
  const kept = {
    impressionsDays: settings.IMPRESSIONS_KEPT_DAYS,
    expiredDays: settings.EXPIRED_KEPT_DAYS,
  }
  const sweeper = sweepRegularly({ ...services, jobsDir, kept }, settings.SWEEP_INTERVAL_SECONDS * 1000, log)
  return {
    async close() {
      await announcement.stop()
      await inspector.stop()
      await Promise.all([...claimers, mailing].map(busy => busy.stop(workerGraceMs)))
      await sweeper.stop()
      await engines.close()
      await services.close()
    },
  }
}
