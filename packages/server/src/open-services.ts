/** Opens what web processes and workers share: database, storage and the stores on top of them. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createDiskStorage } from './adapters/disk-storage/disk-storage.ts'
import { startEmbeddedPostgres } from './adapters/embedded-postgres/start-embedded-postgres.ts'
import { createOutboundHttpClient } from './adapters/outbound-http/outbound-http-client.ts'
import { openDatabase, prepareDatabase } from './adapters/postgres/database.ts'
import { createPostgresAccountStore } from './adapters/postgres/postgres-account-store.ts'
import { createPostgresAllowanceStore } from './adapters/postgres/postgres-allowance-store.ts'
import { createPostgresApiKeyStore } from './adapters/postgres/postgres-api-key-store.ts'
import { createPostgresAttemptCounter } from './adapters/postgres/postgres-attempt-counter.ts'
import { createPostgresBillingStore } from './adapters/postgres/postgres-billing-store.ts'
import { createPostgresContactStore } from './adapters/postgres/postgres-contact-store.ts'
import { createPostgresConversionStore } from './adapters/postgres/postgres-conversion-store.ts'
import { createPostgresIdempotentCalls } from './adapters/postgres/postgres-idempotent-calls.ts'
import { createPostgresImpressionStore } from './adapters/postgres/postgres-impression-store.ts'
import { createPostgresJobQueue } from './adapters/postgres/postgres-job-queue.ts'
import { createPostgresKnownDeviceStore } from './adapters/postgres/postgres-known-device-store.ts'
import { openPostgresNotifications } from './adapters/postgres/postgres-notifications.ts'
import { createPostgresOrphanFinder } from './adapters/postgres/postgres-orphan-finder.ts'
import { createPostgresPipelineStore } from './adapters/postgres/postgres-pipeline-store.ts'
import { createPostgresReceiptStore } from './adapters/postgres/postgres-receipt-store.ts'
import { createPostgresSessionStore } from './adapters/postgres/postgres-session-store.ts'
import { createPostgresTokenStore } from './adapters/postgres/postgres-token-store.ts'
import { createPostgresUploadStore } from './adapters/postgres/postgres-upload-store.ts'
import { createPostgresVisitorRevocations } from './adapters/postgres/postgres-visitor-revocations.ts'
import { createPostgresWebhookStore } from './adapters/postgres/postgres-webhook-store.ts'
import { createPostgresWorkerRegistry } from './adapters/postgres/postgres-worker-registry.ts'
import { outboundSettings, type Settings, s3Access } from './config.ts'
import { openAdministration } from './open-administration.ts'
import { openTracer } from './open-observability.ts'
import { type Clock, systemClock } from './ports/clock.ts'
import type { MailJob } from './ports/mail.ts'
import type { Storage } from './ports/storage.ts'

interface DatabaseAddress {
  readonly url: string
  release(): Promise<void>
}

/** The database of DATABASE_URL, or the embedded one. */
export async function provideDatabase(settings: Settings, log: Logger): Promise<DatabaseAddress> {
  if (settings.DATABASE_URL) return { url: settings.DATABASE_URL, release: async () => undefined }
  const embedded = await startEmbeddedPostgres({ dataDir: settings.DATA_DIR, log })
  return { url: embedded.connectionString, release: () => embedded.stop() }
}

export async function openStorage(settings: Settings): Promise<Storage> {
  if (settings.STORAGE === 'disk') return createDiskStorage({ rootDir: join(settings.DATA_DIR, 'storage') })
  // Loaded on demand: the AWS SDK is large.
  const { createS3Storage } = await import('./adapters/s3-storage/s3-storage.ts')
  return createS3Storage({
    ...(settings.S3_ENDPOINT && { endpoint: settings.S3_ENDPOINT }),
    region: settings.S3_REGION,
    ...s3Access(settings),
    isPathStyle: settings.S3_PATH_STYLE,
    prefix: settings.S3_PREFIX,
    isPresigning: settings.S3_PRESIGNED_DOWNLOADS,
    ...(settings.S3_PUBLIC_ENDPOINT && { publicEndpoint: settings.S3_PUBLIC_ENDPOINT }),
  })
}

export async function openServices(
  settings: Settings,
  log: Logger,
  role: 'web' | 'worker' | 'admin',
  { now }: Clock = systemClock,
) {
  const address = await provideDatabase(settings, log)
  const silenceMs = settings.DATABASE_SILENCE_SECONDS * 1000
  const database = await openDatabase({
    url: address.url,
    maxConnections: settings.DATABASE_POOL,
    applicationName: `filesmith-${role}`,
    silenceMs,
    log,
  })
  await prepareDatabase(database.pool)
  const notifications = await openPostgresNotifications(database, address.url, log, silenceMs)
  const jobQueue = createPostgresJobQueue(database)
  const storage = await openStorage(settings)
  const tracer = await openTracer(settings, role, log)
  return {
    now,
    database,
    notifications,
    storage,
    tracer,
    orphans: createPostgresOrphanFinder(database),
    uploads: createPostgresUploadStore(database),
    conversions: createPostgresConversionStore(database),
    receipts: createPostgresReceiptStore(database),
    allowances: createPostgresAllowanceStore(database),
    workers: createPostgresWorkerRegistry(database),
    jobQueue,
    impressions: createPostgresImpressionStore(database),
    contacts: createPostgresContactStore(database),
    accounts: createPostgresAccountStore(database),
    sessions: createPostgresSessionStore(database),
    tokens: createPostgresTokenStore(database),
    knownDevices: createPostgresKnownDeviceStore(database),
    visitorRevocations: createPostgresVisitorRevocations(database),
    apiKeys: createPostgresApiKeyStore(database),
    pipelines: createPostgresPipelineStore(database),
    webhooks: createPostgresWebhookStore(database),
    outbound: createOutboundHttpClient(outboundSettings(settings)),
    idempotentCalls: createPostgresIdempotentCalls(database),
    attempts: createPostgresAttemptCounter(database),
    mails: { add: (payload: MailJob) => jobQueue.enqueue({ id: randomUUID(), queue: 'send-mail', payload }) },
    billing: createPostgresBillingStore(database),
    ...openAdministration(settings, database),
    async close() {
      await notifications.close()
      await storage.close()
      await database.close()
      await tracer.close()
      await address.release()
    },
  }
}
