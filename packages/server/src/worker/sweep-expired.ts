/** Periodically removes expired and abandoned data; safe with several workers at once. */
import { countersKeptDays } from '@filesmith/contract/retention'
import { dayOf } from '../domain/allowance/utc-days.ts'
import { responsesKeptHours } from '../domain/api-keys/idempotency.ts'
import {
  expireConversions,
  failLostConversions,
  failStrandedConversions,
  type RemoveConversionDeps,
} from '../domain/conversions/remove-conversion.ts'
import { settleOverdueReceipts } from '../domain/conversions/settle-receipts.ts'
import { cleanUpAbandonedJobs } from '../domain/pipelines/clean-up-job.ts'
import { createOrphanRemover, type OrphanRemover, type RemoveOrphansDeps } from '../domain/remove-orphans.ts'
import { removeExpiredUploads } from '../domain/uploads/remove-upload.ts'
import type { AllowanceStore } from '../ports/allowance-store.ts'
import type { AttemptCounter } from '../ports/attempt-counter.ts'
import type { AuditLog } from '../ports/audit-log.ts'
import type { ContactStore } from '../ports/contact-store.ts'
import type { EstimateQueue } from '../ports/estimate-queue.ts'
import type { IdempotentCalls } from '../ports/idempotent-calls.ts'
import type { ImpressionStore } from '../ports/impression-store.ts'
import type { KnownDeviceStore } from '../ports/known-device-store.ts'
import type { Log } from '../ports/log.ts'
import type { PipelineStore } from '../ports/pipeline-store.ts'
import type { ReceiptStore } from '../ports/receipt-store.ts'
import type { SessionStore } from '../ports/session-store.ts'
import type { TokenStore } from '../ports/token-store.ts'
import type { TranslationQueue } from '../ports/translation-queue.ts'
import type { VisitorRevocations } from '../ports/visitor-revocations.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import type { WorkerRegistry } from '../ports/worker-registry.ts'
import { removeOrphanedJobFolders } from './job-folder.ts'

export interface SweepDeps extends RemoveConversionDeps, RemoveOrphansDeps {
  readonly receipts: ReceiptStore
  readonly impressions: ImpressionStore
  readonly contacts: ContactStore
  readonly allowances: AllowanceStore
  readonly sessions: SessionStore
  readonly tokens: TokenStore
  readonly knownDevices: Pick<KnownDeviceStore, 'removeExpired'>
  readonly visitorRevocations: Pick<VisitorRevocations, 'removeExpired'>
  readonly attempts: AttemptCounter
  readonly translationQueue: TranslationQueue
  readonly estimateQueue: EstimateQueue
  readonly audit: Pick<AuditLog, 'removeBefore'>
  readonly idempotentCalls: IdempotentCalls
  readonly workers: WorkerRegistry
  readonly pipelines: PipelineStore
  readonly webhooks: WebhookStore
  readonly jobsDir: string
  readonly sweepBilling: () => Promise<Record<string, number>>
  readonly kept: {
    readonly impressionsDays: number
    readonly expiredDays: number
    readonly contactsDays: number
    readonly receiptsDays: number
    readonly orphansMinutes: number
    readonly auditDays: number
  }
}

/** Longer than the longest translation or estimate; only a killed web process leaves one behind. */
const textKeptMs = 60 * 60 * 1000

const deliveriesKeptDays = 30

/** By then, a mail that failed to send has been given up. */
const mailTriedMs = 2 * 60 * 60 * 1000

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 24 * 60 * 60 * 1000)
}

async function sweepOnce(deps: SweepDeps, orphans: OrphanRemover): Promise<Record<string, number>> {
  // Database time: a machine with a wrong clock must not delete data early.
  const now = await deps.orphans.timeBefore(0)
  return {
    orphanedJobFolders: await removeOrphanedJobFolders(deps.jobsDir),
    expiredConversions: await expireConversions(deps, now),
    removedUploads: await removeExpiredUploads(deps, now),
    settledReceipts: await settleOverdueReceipts(deps, now),
    orphanedObjects: await orphans.removeSome(),
    lostConversions: await failLostConversions(deps),
    strandedConversions: await failStrandedConversions(deps),
    forgottenConversions: await deps.conversions.removeExpiredBefore(daysBefore(now, deps.kept.expiredDays)),
    forgottenReceipts: await deps.receipts.removeBefore(daysBefore(now, deps.kept.receiptsDays)),
    forgottenImpressions: await deps.impressions.removeBefore(daysBefore(now, deps.kept.impressionsDays)),
    forgottenContacts: await deps.contacts.removeBefore(daysBefore(now, deps.kept.contactsDays)),
    requeuedContacts: await deps.contacts.queueUnmailed(new Date(now.getTime() - mailTriedMs), now),
    forgottenAudit: await deps.audit.removeBefore(daysBefore(now, deps.kept.auditDays)),
    endedSessions: await deps.sessions.removeExpired(now),
    forgottenDevices: await deps.knownDevices.removeExpired(now),
    forgottenRevocations: await deps.visitorRevocations.removeExpired(now),
    endedLinks: await deps.tokens.removeExpired(now),
    forgottenTries: await deps.attempts.removeExpired(now),
    abandonedTexts: await deps.translationQueue.removeBefore(new Date(now.getTime() - textKeptMs)),
    abandonedEstimates: await deps.estimateQueue.removeBefore(new Date(now.getTime() - textKeptMs)),
    tidiedJobs: await cleanUpAbandonedJobs(deps),
    forgottenJobs: await deps.pipelines.removeExpired(now),
    forgottenDeliveries: await deps.webhooks.removeDeliveriesBefore(daysBefore(now, deliveriesKeptDays)),
    forgottenAnswers: await deps.idempotentCalls.removeBefore(daysBefore(now, responsesKeptHours / 24)),
    ...(await deps.sweepBilling()),
    forgottenCounters: await deps.allowances.removeBefore(dayOf(daysBefore(now, countersKeptDays))),
  }
}

export function sweepRegularly(deps: SweepDeps, intervalMs: number, log: Log): { stop(): Promise<void> } {
  const orphans = createOrphanRemover(deps, deps.kept.orphansMinutes * 60_000)
  let sweeping: Promise<void> = Promise.resolve()
  const sweep = async () => {
    const counts = await sweepOnce(deps, orphans)
    if (Object.values(counts).some(count => count > 0)) log.info(counts, 'expired data removed')
  }
  const timer = setInterval(() => {
    sweeping = sweep().catch(error => log.warn({ err: error }, 'sweep failed, retrying'))
  }, intervalMs)
  return {
    async stop() {
      clearInterval(timer)
      await sweeping
    },
  }
}
