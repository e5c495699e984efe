/** Composition root of a web process: chooses and creates its adapters. */
import { createHmac } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
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
  securityContact,
  uploadQuota,
} from './config.ts'
import { createInstallationReader } from './database/installation-reader.ts'
import { openSetUp, type PendingSetUp } from './domain/administration/set-up.ts'
import { sandboxesOf } from './domain/engines/workers.ts'
import { buildApp } from './http/app.ts'
import { countReceived } from './http/count-received.ts'
import {
  groupRules,
  openIdentityProviders,
  organizationRules,
  proxyHeaders,
  proxyRules,
  signInSettings,
} from './open-identity-providers.ts'
import { openOperatorPort, openWebMetrics } from './open-observability.ts'
import { openPublicBilling } from './open-public-billing.ts'
import { openServices } from './open-services.ts'
import type { Clock } from './ports/clock.ts'
import { loadSecrets } from './secrets.ts'
import { startDrain } from './start-drain.ts'

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
