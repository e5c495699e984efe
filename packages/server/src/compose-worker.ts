/** Composition root of a worker process: chooses and creates its adapters. Loads no HTTP code. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type QueueClass, queueClasses } from '@filesmith/contract/operations/operation'
import { createEngineRuntime } from '@filesmith/engines/runtime'
import type { Logger } from 'pino'
import { z } from 'zod'
import { createAesSecretBox } from './adapters/node-crypto/aes-secret-box.ts'
import { allowanceLimits, type Settings, uploadQuota } from './config.ts'
import { adoptRegularly } from './database/adopt-older-jobs.ts'
import { sandboxesOf } from './domain/engines/workers.ts'
import { engineRuntimeSettings } from './engine-runtime-settings.ts'
import { openOperatorPort, openWorkerMetrics } from './open-observability.ts'
import { openPublicBilling } from './open-public-billing.ts'
import { openServices } from './open-services.ts'
import type { Clock } from './ports/clock.ts'
import type { Log } from './ports/log.ts'
import type { MailSender } from './ports/mail.ts'
import { loadSecrets } from './secrets.ts'
import { startDrain } from './start-drain.ts'
import { announceWorker } from './worker/announce-worker.ts'
import { deliverQueuedWebhook } from './worker/deliver-webhooks.ts'
import { estimateSize } from './worker/estimate-sizes.ts'
import { inspectQueuedUpload } from './worker/inspect-uploads.ts'
import { maintenanceTasks, runMaintenance } from './worker/maintenance.ts'
import { observeEngines } from './worker/observe-engines.ts'
import { prepareQueuedUpload } from './worker/prepare-uploads.ts'
import { type ConversionJob, runJob } from './worker/run-job.ts'
import { runQueuedPipeline } from './worker/run-pipelines.ts'
import { runQueues } from './worker/run-queues.ts'
import { sendMail } from './worker/send-mails.ts'
import { traceLog, traceStorage } from './worker/trace-job.ts'
import { translateText } from './worker/translate-texts.ts'
import { createWorkerHealth } from './worker/worker-health.ts'
import { makeWorkerIdentity } from './worker/worker-identity.ts'

export interface WorkerProcess {
  readonly operatorPort: number | null
  /** Waits for running jobs up to DRAIN_SECONDS; aborting `force` ends the wait at once. */
  close(force?: AbortSignal): Promise<void>
}

export async function composeWorker(
  settings: Settings,
  plainLog: Logger,
  clock?: Clock,
): Promise<WorkerProcess> {
  const services = await openServices(settings, plainLog, 'worker', clock)
  const { tracer } = services
  const log = traceLog(plainLog, tracer)
  const { metrics, page } = await openWorkerMetrics(settings)
  const jobsDir = join(settings.DATA_DIR, 'jobs')
  const engines = await createEngineRuntime(
    engineRuntimeSettings(settings, message => log.warn({}, message)),
    metrics.helperEnded,
  )
  const slots = { short: settings.WORKER_CONCURRENCY, long: settings.WORKER_VIDEO_CONCURRENCY }
  const servedClasses = queueClasses.filter(queueClass => slots[queueClass] > 0)
  const identity = makeWorkerIdentity(productVersion, services.now())
  const announcement = await announceWorker(services.workers, identity, engines, servedClasses, log)
  const cookieSecret = settings.COOKIE_SECRET ?? (await loadSecrets(settings.DATA_DIR)).cookieSecret
  const secretBox = createAesSecretBox(cookieSecret)
  const jobDeps = {
    ...services,
    storage: traceStorage(services.storage, tracer),
    engines: observeEngines(engines, { metrics, tracer }),
    secretBox,
    jobsDir,
    workerId: identity.id,
    metrics,
    allowanceLimits: allowanceLimits(settings),
    uploadQuota: uploadQuota(settings),
    abandonedUploadHours: settings.ABANDONED_UPLOAD_HOURS,
    webhookRetrySeconds: settings.WEBHOOK_RETRY_SECONDS,
    basePath: settings.BASE_PATH,
    log,
  }
  const billing = await openPublicBilling(settings, services, cookieSecret, log)
  const sender = await openMailSender(settings, log)
  const mailDeps = {
    ...jobDeps,
    invoices: billing?.invoices ?? null,
    invoiceFrom: settings.INVOICE_FROM,
    sender,
    supportEmail: settings.SUPPORT_EMAIL,
    publicUrl: settings.siteUrl,
  }
  const converting = (queueClass: QueueClass) => {
    metrics.slotsOffered(queueClass, slots[queueClass])
    return {
      slots: slots[queueClass],
      run: (job: ConversionJob, signal: AbortSignal) => runJob(jobDeps, job, signal),
      onClaim: ({ waitedMs }: ConversionJob) => metrics.jobClaimed(queueClass, waitedMs / 1000),
    }
  }
  const loop = runQueues(
    {
      ...services,
      log,
      engineIds: engines.statuses.flatMap(({ engine, isAvailable }) => (isAvailable ? [engine] : [])),
    },
    {
      'convert-short': slots.short > 0 ? converting('short') : undefined,
      'convert-long': slots.long > 0 ? converting('long') : undefined,
      'inspect-upload': { slots: 1, run: (job, signal) => inspectQueuedUpload(jobDeps, job, signal) },
      // One, so that conversions do not wait for what is not charged.
      'prepare-upload': { slots: 1, run: (job, signal) => prepareQueuedUpload(jobDeps, job, signal) },
      'estimate-size': {
        slots: 1,
        // Estimates use only capacity that no conversion needs.
        isPaused: () => !loop.hasFreeSlot('convert-short') && !loop.hasFreeSlot('convert-long'),
        run: (job, signal) => estimateSize(jobDeps, job, signal),
      },
      'translate-text': {
        slots: settings.ENGINE_PROCESSES,
        run: (job, signal) => translateText(jobDeps, job, signal),
      },
      // Most of them wait for conversions and hold no resources meanwhile.
      'run-pipeline': { slots: 40, run: (job, signal) => runQueuedPipeline(jobDeps, job, signal) },
      // A slow receiver must not delay others.
      'deliver-webhook': { slots: 20, run: (job, signal) => deliverQueuedWebhook(jobDeps, job, signal) },
      'send-mail': { slots: 1, run: job => sendMail(mailDeps, job) },
    },
  )
  const adoption = await adoptRegularly(services.database, services.workers, log)
  const retention = {
    impressionsDays: settings.IMPRESSIONS_KEPT_DAYS,
    expiredDays: settings.EXPIRED_KEPT_DAYS,
    contactsDays: settings.CONTACTS_KEPT_DAYS,
    receiptsDays: settings.RECEIPTS_KEPT_DAYS,
    orphansMinutes: settings.ORPHANS_KEPT_MINUTES,
    auditDays: settings.AUDIT_KEPT_DAYS,
  }
  const maintenance = runMaintenance(
    maintenanceTasks({ ...services, jobsDir, kept: retention, sweepBilling: billing?.sweep ?? null }),
    { intervalMs: settings.SWEEP_INTERVAL_SECONDS * 1000, log, metrics },
  )
  const silenceMs = settings.DATABASE_SILENCE_SECONDS * 1000
  const health = createWorkerHealth({ ...services, loop, databaseTimeoutMs: silenceMs })
  const operators = await openOperatorPort(settings, {
    page,
    log,
    ...health,
    sandboxes: async () => sandboxesOf(engines.statuses),
  })
  return {
    operatorPort: operators?.port ?? null,
    async close(force = new AbortController().signal) {
      const drain = startDrain(settings.DRAIN_SECONDS, force)
      health.stop()
      // First, so that the engines of a stopping worker are no longer offered.
      await announcement.stop()
      await adoption.stop()
      // Pipelines only wait for their jobs; another worker resumes them.
      await loop.stop(AbortSignal.abort(), ['run-pipeline'])
      // A hanging mail server must not block the shutdown: the mail is requeued.
      const closeSender = () => sender.close()
      drain.deadline.addEventListener('abort', closeSender)
      await loop.stop(drain.deadline)
      closeSender()
      drain.done()
      await maintenance.stop()
      await engines.close()
      await operators?.close()
      await services.close()
    },
  }
}

const packageFile = new URL('../package.json', import.meta.url)

/** The version of Filesmith, from its package.json. */
const productVersion = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(packageFile, 'utf8'))).version

interface ClosableMailSender extends MailSender {
  close(): void
}

/** The mail library is loaded on demand, so only by workers. */
export async function openMailSender(settings: Settings, log: Log): Promise<ClosableMailSender> {
  const from = settings.MAIL_FROM
  if (settings.SMTP_URL) {
    const { createSmtpMail } = await import('./adapters/smtp-mail/smtp-mail.ts')
    return createSmtpMail({ url: settings.SMTP_URL, from })
  }
  const { createMailFolder } = await import('./adapters/mail-folder/mail-folder.ts')
  const folder = createMailFolder({ folder: join(settings.DATA_DIR, 'mail'), from, log })
  return { ...folder, close: () => undefined }
}
