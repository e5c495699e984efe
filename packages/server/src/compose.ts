/** Composition root: the only module that chooses and creates adapters. */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type QueueClass, queueClasses } from '@filesmith/contract/operations/operation'
import { createEngineRuntime } from '@filesmith/engines/runtime'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { z } from 'zod'
import { createArgon2PasswordHasher } from './adapters/argon2/argon2-password-hasher.ts'
import { createAesSecretBox } from './adapters/node-crypto/aes-secret-box.ts'
import { createZipArchiveWriter } from './adapters/zip-archive/zip-archive-writer.ts'
import {
  adConfig,
  allowanceLimits,
  attemptLimits,
  callLimits,
  confirmsEmails,
  contactInfo,
  instancePlan,
  type Settings,
  SettingsError,
  securityContact,
  uploadQuota,
} from './config.ts'
import { adoptRegularly } from './database/adopt-older-jobs.ts'
import { createInstallationReader } from './database/installation-reader.ts'
import { openSetUp, type PendingSetUp } from './domain/administration/set-up.ts'
import { sandboxesOf } from './domain/engines/workers.ts'
import { engineRuntimeSettings } from './engine-runtime-settings.ts'
import { buildApp } from './http/app.ts'
import { countReceived } from './http/count-received.ts'
import type { OpenBilling } from './open-billing.ts'
import {
  groupRules,
  openIdentityProviders,
  organizationRules,
  proxyHeaders,
  proxyRules,
  signInSettings,
} from './open-identity-providers.ts'
import { openOperatorPort, openWebMetrics, openWorkerMetrics } from './open-observability.ts'
import { openServices, type Services } from './open-services.ts'
import type { Clock } from './ports/clock.ts'
import type { Log } from './ports/log.ts'
import type { MailSender } from './ports/mail.ts'
import { loadSecrets } from './secrets.ts'
import { announceWorker } from './worker/announce-worker.ts'
import { deliverQueuedWebhook } from './worker/deliver-webhooks.ts'
import { estimateSize } from './worker/estimate-sizes.ts'
import { inspectQueuedUpload } from './worker/inspect-uploads.ts'
import { maintenanceTasks, runMaintenance } from './worker/maintenance.ts'
import { observeEngines } from './worker/observe-engines.ts'
import { type ConversionJob, runJob } from './worker/run-job.ts'
import { runQueuedPipeline } from './worker/run-pipelines.ts'
import { runQueues } from './worker/run-queues.ts'
import { sendMail } from './worker/send-mails.ts'
import { traceLog, traceStorage } from './worker/trace-job.ts'
import { translateText } from './worker/translate-texts.ts'
import { createWorkerHealth } from './worker/worker-health.ts'
import { makeWorkerIdentity } from './worker/worker-identity.ts'

const webDir = fileURLToPath(new URL('../../web/dist', import.meta.url))

export interface WebProcess {
  readonly app: FastifyInstance
  /** Port that serves metrics and health checks; null if METRICS_PORT is not set. */
  readonly operatorPort: number | null
  /** Undefined if an operator exists. */
  readonly pendingSetUp: PendingSetUp | undefined
  /** Waits for open requests up to DRAIN_SECONDS; aborting `force` ends the wait at once. */
  close(force?: AbortSignal): Promise<void>
}

export async function composeWeb(settings: Settings, log: Logger, clock?: Clock): Promise<WebProcess> {
  const services = await openServices(settings, log, 'web', clock)
  const cookieSecret = settings.COOKIE_SECRET ?? (await loadSecrets(settings.DATA_DIR)).cookieSecret
  const billing = await openPublicBilling(settings, services, cookieSecret, log)
  const { METRICS_TOKEN: token } = settings
  const reader = createInstallationReader(services.database, services.workers)
  const { metrics, page } = await openWebMetrics(settings, reader)
  const checkHealth = async () => {
    await services.workers.listEngines()
  }
  const { app, drain } = await buildApp(
    {
      ...services,
      paidPlans: billing && {
        ...billing,
        adConfig: adConfig(settings),
        deliverTestEvents: () => {
          billing.deliver().catch(error => log.warn({ err: error }, 'test payment event delivery failed'))
        },
      },
      deletePaymentCustomer: billing?.deletePaymentCustomer ?? (async () => undefined),
      instance: settings.INSTANCE,
      visitorPlan: instancePlan(settings) ?? 'free',
      log,
      storage: countReceived(services.storage, metrics),
      metrics,
      metricsPage: page && token !== undefined ? { page, token } : null,
      identityProviders: openIdentityProviders(settings),
      organization: organizationRules(settings),
      signUp: settings.SIGN_UP,
      access: settings.ACCESS,
      publicUrl: settings.siteUrl,
      isMailConfigured: settings.SMTP_URL !== undefined,
      confirmsEmails: confirmsEmails(settings),
      proxy: proxyRules(settings, cookieSecret),
      groupRules: groupRules(settings),
      signInSettings: signInSettings(settings),
      passwords: await createArgon2PasswordHasher(),
      secretBox: createAesSecretBox(cookieSecret),
      archives: createZipArchiveWriter(),
      attemptLimits: attemptLimits(settings),
      callLimits: callLimits(settings),
      allowanceLimits: allowanceLimits(settings),
      receiptsKeptDays: settings.RECEIPTS_KEPT_DAYS,
      contactInfo: contactInfo(settings),
      impressionsPerMinute: settings.IMPRESSIONS_PER_MINUTE,
      translationsPerMinute: settings.TRANSLATIONS_PER_MINUTE,
      gifEstimatesPerMinute: settings.GIF_ESTIMATES_PER_MINUTE,
      hashAddress: address => createHmac('sha256', cookieSecret).update(address).digest('base64url'),
      uploadQuota: uploadQuota(settings),
      inspectionsPerMinute: settings.INSPECTIONS_PER_MINUTE,
      abandonedUploadHours: settings.ABANDONED_UPLOAD_HOURS,
      checkHealth,
      basePath: settings.BASE_PATH,
    },
    {
      cookieSecret,
      publicOrigin: settings.PUBLIC_URL,
      basePath: settings.BASE_PATH,
      onlyOrigin: settings.isPublicUrlSet ? settings.PUBLIC_URL : null,
      securityContact: securityContact(settings),
      isBehindProxy: settings.BEHIND_PROXY,
      proxyHeaders: proxyHeaders(settings),
      bodyIdleMs: settings.BODY_SILENCE_SECONDS * 1000,
      webDir,
    },
    log,
  )
  const operators = await openOperatorPort(settings, {
    page,
    log,
    checkHealth: async () => {
      drain.begun.throwIfAborted()
      await checkHealth()
    },
    isAlive: () => true,
    sandboxes: async () => sandboxesOf(await services.workers.listEngines()),
  })
  const pendingSetUp = await openSetUp({ ...services, publicUrl: settings.siteUrl })
  return {
    app,
    pendingSetUp,
    operatorPort: operators?.port ?? null,
    async close(force = new AbortController().signal) {
      const timer = startDrain(settings.DRAIN_SECONDS, force)
      await drain.run(settings.DRAIN_NOTICE_SECONDS * 1000, timer.deadline)
      timer.done()
      await operators?.close()
      await services.close()
    },
  }
}

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

/** Null in a private instance, which does not even load the code of payments. */
async function openPublicBilling(
  settings: Settings,
  services: Services,
  cookieSecret: string,
  log: Log,
): Promise<OpenBilling | null> {
  if (settings.INSTANCE === 'private') {
    // Nothing here could cancel them, and their customers would be charged on and on.
    const renewing = await services.billing.countRenewing('stripe')
    if (renewing > 0)
      throw new SettingsError(
        `INSTANCE: cannot be private while Stripe renews ${renewing} subscription${renewing === 1 ? '' : 's'}. Cancel them in a public instance first.`,
      )
    return null
  }
  const { openBilling } = await import('./open-billing.ts')
  return openBilling(settings, services, cookieSecret, log)
}

const packageFile = new URL('../package.json', import.meta.url)

/** The version of Filesmith, from its package.json. */
const productVersion = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(packageFile, 'utf8'))).version

interface Drain {
  /** Aborted when remaining work must be cut off. */
  readonly deadline: AbortSignal
  /** Everything has finished: clears the timer. */
  done(): void
}

/** Shutdown timer: expires after the drain period, or at once on a second signal. */
function startDrain(seconds: number, force: AbortSignal): Drain {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), seconds * 1000)
  return { deadline: AbortSignal.any([timeout.signal, force]), done: () => clearTimeout(timer) }
}

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
