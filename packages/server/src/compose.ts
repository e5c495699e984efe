/** Where the parts are put together: the only place that chooses and makes adapters. */
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lanes } from '@filesmith/contract/operations/operation'
import { enginesNeeded } from '@filesmith/engines/plan'
import { createEngineRuntime } from '@filesmith/engines/runtime'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createArgon2PasswordHasher } from './adapters/argon2/argon2-password-hasher.ts'
import { createAesSecretBox } from './adapters/node-crypto/aes-secret-box.ts'
import { createIdentityProviders } from './adapters/oauth/create-identity-providers.ts'
import { createPostgresJobQueue } from './adapters/postgres/postgres-job-queue.ts'
import { createZipArchiveWriter } from './adapters/zip-archive/zip-archive-writer.ts'
import { adConfig, allowanceLimits, attemptLimits, contactInfo, type Settings } from './config.ts'
import { startDrain } from './drain.ts'
import { engineRuntimeSettings } from './engine-runtime-settings.ts'
import { buildApp } from './http/app.ts'
import { openBilling } from './open-billing.ts'
import { openServices } from './open-services.ts'
import { loadSecrets } from './secrets.ts'
import { startMailing } from './start-mailing.ts'
import { announceWorker } from './worker/announce-worker.ts'
import { claimJobs } from './worker/claim-jobs.ts'
import { inspectUploads } from './worker/inspect-uploads.ts'
import { sweepRegularly } from './worker/sweep-expired.ts'
import { translateTexts } from './worker/translate-texts.ts'

const webDir = fileURLToPath(new URL('../../web/dist', import.meta.url))

export interface WebProcess {
  readonly app: FastifyInstance
  /** Open requests may finish for a while, unless somebody is in a hurry. */
  close(hurry?: AbortSignal): Promise<void>
}

export async function composeWeb(settings: Settings, log: Logger): Promise<WebProcess> {
  const services = await openServices(settings, log, 'web')
  const cookieSecret = settings.COOKIE_SECRET ?? (await loadSecrets(settings.DATA_DIR)).cookieSecret
  const billing = await openBilling(settings, services, cookieSecret, log)
  const { app, drain } = await buildApp(
    {
      ...billing,
      ...services,
      deliverTestEvents: () => {
        billing.deliver().catch(error => log.warn({ err: error }, 'news of a test payment was not heard yet'))
      },
      identityProviders: createIdentityProviders(settings),
      passwords: await createArgon2PasswordHasher(),
      secretBox: createAesSecretBox(cookieSecret),
      archives: createZipArchiveWriter(),
      attemptLimits: attemptLimits(settings),
      allowanceLimits: allowanceLimits(settings),
      receiptsKeptDays: settings.RECEIPTS_KEPT_DAYS,
      contactInfo: contactInfo(settings),
      adConfig: adConfig(settings),
      impressionsPerMinute: settings.IMPRESSIONS_PER_MINUTE,
      translationsPerMinute: settings.TRANSLATIONS_PER_MINUTE,
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
    async close(hurry = new AbortController().signal) {
      const time = startDrain(settings.DRAIN_SECONDS, hurry)
      await drain.run(settings.DRAIN_NOTICE_SECONDS * 1000, time.over)
      time.done()
      await services.close()
    },
  }
}

export interface WorkerProcess {
  /** Running jobs may finish for a while, unless somebody is in a hurry. */
  close(hurry?: AbortSignal): Promise<void>
}

export async function composeWorker(settings: Settings, log: Logger): Promise<WorkerProcess> {
  const services = await openServices(settings, log, 'worker')
  const jobsDir = join(settings.DATA_DIR, 'jobs')
  const engines = await createEngineRuntime(engineRuntimeSettings(settings, message => log.warn(message)))
  const places = { short: settings.WORKER_CONCURRENCY, long: settings.WORKER_VIDEO_CONCURRENCY }
  const served = lanes.filter(lane => places[lane] > 0)
  const announcement = await announceWorker(services.workers, engines, served, log)
  const queue = createPostgresJobQueue(services.database, services.boss, {
    engines: engines.statuses.flatMap(({ engine, isAvailable }) => (isAvailable ? [engine] : [])),
    enginesNeeded,
  })
  const cookieSecret = settings.COOKIE_SECRET ?? (await loadSecrets(settings.DATA_DIR)).cookieSecret
  const secretBox = createAesSecretBox(cookieSecret)
  const jobDeps = { ...services, queue, engines, secretBox, jobsDir, log }
  const claimers = served.map(lane => claimJobs(jobDeps, lane, places[lane]))
  const inspector = inspectUploads(jobDeps)
  const translating = translateTexts(jobDeps, settings.ENGINE_PROCESSES)
  const billing = await openBilling(settings, services, cookieSecret, log)
  const mailing = await startMailing(settings, { ...billing, ...services }, log)
  const kept = {
    impressionsDays: settings.IMPRESSIONS_KEPT_DAYS,
    expiredDays: settings.EXPIRED_KEPT_DAYS,
    contactsDays: settings.CONTACTS_KEPT_DAYS,
    receiptsDays: settings.RECEIPTS_KEPT_DAYS,
    orphansMinutes: settings.ORPHANS_KEPT_MINUTES,
  }
  const sweepDeps = { ...services, jobsDir, kept, sweepBilling: billing.sweep }
  const sweeper = sweepRegularly(sweepDeps, settings.SWEEP_INTERVAL_SECONDS * 1000, log)
  return {
    async close(hurry = new AbortController().signal) {
      const drain = startDrain(settings.DRAIN_SECONDS, hurry)
      // Withdrawn first: nobody should plan with what takes nothing any more.
      await announcement.stop()
      await Promise.all([...claimers, inspector, translating, mailing].map(busy => busy?.stop(drain.over)))
      drain.done()
      await sweeper.stop()
      await engines.close()
      await services.close()
    },
  }
}
