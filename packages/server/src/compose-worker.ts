/** Composition root of a worker process: chooses and creates its adapters. Loads no HTTP code. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type QueueClass, queueClasses } from '@filesmith/contract/operations/operation'
import type { Logger } from 'pino'
import { z } from 'zod'
import { allowanceLimits, type Settings, uploadQuota } from './config.ts'
import { adoptRegularly } from './database/adopt-older-jobs.ts'
import { sandboxesOf } from './domain/engines/workers.ts'
import { createIsolation } from './isolate-job.ts'
import { openEngines } from './open-engines.ts'
import { openOperatorPort, openWorkerMetrics } from './open-observability.ts'
import { openPublicBilling } from './open-public-billing.ts'
import { openServices } from './open-services.ts'
import type { Clock } from './ports/clock.ts'
import type { Log } from './ports/log.ts'
import type { MailSender } from './ports/mail.ts'
import { startDrain } from './start-drain.ts'
import { announceWorker } from './worker/announce-worker.ts'
import { deliverQueuedWebhook } from './worker/deliver-webhooks.ts'
import { createEngineJobs } from './worker/engine-jobs.ts'
import { maintenanceTasks, runMaintenance } from './worker/maintenance.ts'
import type { ConversionJob } from './worker/run-job.ts'
import { runQueuedPipeline } from './worker/run-pipelines.ts'
import { runQueues } from './worker/run-queues.ts'
import { sendMail } from './worker/send-mails.ts'
import { createWorkerHealth } from './worker/worker-health.ts'
import { makeWorkerIdentity } from './worker/worker-identity.ts'

/** Of conversions, inspections and preparations: one, since a machine with few cores has to run it beside the others. */
const extraSlots = 1

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
  const { metrics, page } = await openWorkerMetrics(settings)
  const identity = makeWorkerIdentity(productVersion, services.now())
  const {
    runtime: engines,
    cookieSecret,
    log,
    jobDeps,
  } = await openEngines(settings, services, { workerId: identity.id, metrics, log: plainLog })
  const slots = { short: settings.WORKER_CONCURRENCY, long: settings.WORKER_VIDEO_CONCURRENCY }
  const servedClasses = queueClasses.filter(queueClass => slots[queueClass] > 0)
  const announcement = await announceWorker(services.workers, identity, engines, servedClasses, log)
  const pipelineDeps = {
    ...jobDeps,
    allowanceLimits: allowanceLimits(settings),
    uploadQuota: uploadQuota(settings),
    abandonedUploadHours: settings.ABANDONED_UPLOAD_HOURS,
    webhookRetrySeconds: settings.WEBHOOK_RETRY_SECONDS,
    basePath: settings.BASE_PATH,
  }
  const billing = await openPublicBilling(settings, services, cookieSecret, log)
  const sender = await openMailSender(settings, log)
  const mailDeps = {
    ...pipelineDeps,
    invoices: billing?.invoices ?? null,
    invoiceFrom: settings.INVOICE_FROM,
    sender,
    supportEmail: settings.SUPPORT_EMAIL,
    publicUrl: settings.siteUrl,
  }
  const engineJobs = createEngineJobs(jobDeps)
  const offerSlots = (queueClass: QueueClass) => {
    metrics.slotsOffered(queueClass, slots[queueClass])
    return {
      slots: slots[queueClass],
      extraSlots,
      onClaim: ({ waitedMs }: ConversionJob) => metrics.jobClaimed(queueClass, waitedMs / 1000),
    }
  }
  const loop = runQueues(
    {
      ...services,
      log,
      runIsolated: createIsolation({ ...settings, DATABASE_URL: services.databaseUrl }, identity.id),
      engineIds: engines.statuses.flatMap(({ engine, isAvailable }) => (isAvailable ? [engine] : [])),
    },
    {
      'convert-short':
        slots.short > 0 ? { ...engineJobs['convert-short'], ...offerSlots('short') } : undefined,
      'convert-long': slots.long > 0 ? { ...engineJobs['convert-long'], ...offerSlots('long') } : undefined,
      'inspect-upload': { ...engineJobs['inspect-upload'], slots: 1, extraSlots },
      // One, so that conversions do not wait for what is not charged.
      'prepare-upload': { ...engineJobs['prepare-upload'], slots: 1, extraSlots },
      'estimate-size': {
        ...engineJobs['estimate-size'],
        slots: 1,
        // Estimates use only capacity that no conversion needs.
        isPaused: () => !loop.hasFreeSlot('convert-short') && !loop.hasFreeSlot('convert-long'),
      },
      'translate-text': { ...engineJobs['translate-text'], slots: settings.ENGINE_PROCESSES },
      // Most of them wait for conversions and hold no resources meanwhile.
      'run-pipeline': { slots: 40, run: (job, signal) => runQueuedPipeline(pipelineDeps, job, signal) },
      // A slow receiver must not delay others.
      'deliver-webhook': { slots: 20, run: (job, signal) => deliverQueuedWebhook(pipelineDeps, job, signal) },
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
    maintenanceTasks({
      ...services,
      jobsDir: jobDeps.jobsDir,
      kept: retention,
      sweepBilling: billing?.sweep ?? null,
    }),
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
