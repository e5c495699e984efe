/** Opens what web processes and workers share: database, storage and the stores on top of them. */
import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { recognizeFormat } from '@filesmith/engines/process/recognize-format'
import { engineIds } from '@filesmith/engines/registry'
import type { Logger } from 'pino'
import { activityTracker } from './activity-tracker.ts'
import { createDiskStorage } from './adapters/disk-storage/disk-storage.ts'
import { createOutboundHttpClient } from './adapters/outbound-http/outbound-http-client.ts'
import { instancePlan, outboundSettings, type Settings, s3Access } from './config.ts'
import { createAccountStore } from './database/account-store.ts'
import { createAllowanceStore } from './database/allowance-store.ts'
import { createApiKeyStore } from './database/api-key-store.ts'
import { createAttemptCounter } from './database/attempt-counter.ts'
import { createAuditLog } from './database/audit-log.ts'
import { createBillingStore } from './database/billing-store.ts'
import { createChatStore } from './database/chat-store.ts'
import { createContactStore } from './database/contact-store.ts'
import { createConversionStore } from './database/conversion-store.ts'
import type { Database } from './database/database.ts'
import { openDatabase, prepareDatabase } from './database/database.ts'
import { createEngineSwitches } from './database/engine-switches.ts'
import { createFailureList } from './database/failure-list.ts'
import { createIdempotentCalls } from './database/idempotent-calls.ts'
import { createImpressionStore } from './database/impression-store.ts'
import { createInvitationStore } from './database/invitation-store.ts'
import { createKnownDeviceStore } from './database/known-device-store.ts'
import { createLoadFigures } from './database/load-figures.ts'
import { createMessageInbox } from './database/message-inbox.ts'
import { createOrphanFinder } from './database/orphan-finder.ts'
import { createPipelineStore } from './database/pipeline-store.ts'
import { createPostgresJobQueue } from './database/postgres-job-queue.ts'
import { openPostgresNotifications } from './database/postgres-notifications.ts'
import { createReceiptStore } from './database/receipt-store.ts'
import { createSessionStore } from './database/session-store.ts'
import { createSetUpStore } from './database/set-up-store.ts'
import { createStorageFigures, type StorageLocation } from './database/storage-figures.ts'
import { createTokenStore } from './database/token-store.ts'
import { createUploadStore } from './database/upload-store.ts'
import { createUserDirectory } from './database/user-directory.ts'
import { createVisitorRevocations } from './database/visitor-revocations.ts'
import { createWebhookStore } from './database/webhook-store.ts'
import { createWorkerRegistry } from './database/worker-registry.ts'
import type { AdminDeps } from './domain/administration/list-page.ts'
import { openTracer } from './open-observability.ts'
import { type Clock, systemClock } from './ports/clock.ts'
import type { MailJob } from './ports/mail.ts'
import type { RecognizeFormat } from './ports/recognize-format.ts'
import type { Storage } from './ports/storage.ts'
import { provideDatabase } from './provide-database.ts'

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

export type Services = Awaited<ReturnType<typeof openServices>>

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
    instancePlan: instancePlan(settings),
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
    databaseUrl: address.url,
    notifications,
    storage,
    tracer,
    activity: activityTracker,
    recognizeFormat: loggedRecognition(log),
    orphans: createOrphanFinder(database),
    uploads: createUploadStore(database),
    conversions: createConversionStore(database),
    receipts: createReceiptStore(database),
    allowances: createAllowanceStore(database),
    workers: createWorkerRegistry(database),
    jobQueue,
    impressions: createImpressionStore(database),
    contacts: createContactStore(database),
    chats: createChatStore(database),
    accounts: createAccountStore(database),
    sessions: createSessionStore(database),
    tokens: createTokenStore(database),
    invitations: createInvitationStore(database),
    setUp: createSetUpStore(database),
    knownDevices: createKnownDeviceStore(database),
    visitorRevocations: createVisitorRevocations(database),
    apiKeys: createApiKeyStore(database),
    pipelines: createPipelineStore(database),
    webhooks: createWebhookStore(database),
    outbound: createOutboundHttpClient(outboundSettings(settings)),
    idempotentCalls: createIdempotentCalls(database),
    attempts: createAttemptCounter(database),
    mails: { add: (payload: MailJob) => jobQueue.enqueue({ id: randomUUID(), queue: 'send-mail', payload }) },
    billing: createBillingStore(database),
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

/** A file that cannot be recognized in time is one of unknown format. */
function loggedRecognition(log: Logger): RecognizeFormat {
  return (head, tail) =>
    recognizeFormat(head, tail).catch((error: unknown) => {
      log.warn({ err: error }, 'format recognition failed')
      return undefined
    })
}

/** Opens the adapters of the admin area. */
function openAdministration(settings: Settings, database: Database): Omit<AdminDeps, 'workers' | 'now'> {
  return {
    directory: createUserDirectory(database),
    audit: createAuditLog(database),
    engineSwitches: createEngineSwitches(database),
    inbox: createMessageInbox(database),
    load: createLoadFigures(database),
    failures: createFailureList(database),
    storageFigures: createStorageFigures(database),
    storageLocation: () => findStoragePlace(settings),
    engineIds,
  }
}

async function findStoragePlace(settings: Settings): Promise<StorageLocation> {
  if (settings.STORAGE === 's3')
    return { kind: 's3', place: s3Access(settings).bucket, freeBytes: null, totalBytes: null }
  const place = join(settings.DATA_DIR, 'storage')
  const { bavail, blocks, bsize } = await statfs(place)
  return { kind: 'disk', place, freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
