/** Maintenance tasks of a worker: they remove expired and abandoned data, each independently of the others. */
import { countersKeptDays } from '@filesmith/contract/retention'
import type { AllowanceStore } from '../database/allowance-store.ts'
import type { AttemptCounter } from '../database/attempt-counter.ts'
import type { AuditLog } from '../database/audit-log.ts'
import type { ChatStore } from '../database/chat-store.ts'
import type { ContactStore } from '../database/contact-store.ts'
import type { IdempotentCalls } from '../database/idempotent-calls.ts'
import type { ImpressionStore } from '../database/impression-store.ts'
import type { InvitationStore } from '../database/invitation-store.ts'
import type { KnownDeviceStore } from '../database/known-device-store.ts'
import type { PipelineStore } from '../database/pipeline-store.ts'
import type { ReceiptStore } from '../database/receipt-store.ts'
import type { SessionStore } from '../database/session-store.ts'
import type { SetUpStore } from '../database/set-up-store.ts'
import type { TokenStore } from '../database/token-store.ts'
import type { VisitorRevocations } from '../database/visitor-revocations.ts'
import type { WebhookStore } from '../database/webhook-store.ts'
import type { WorkerRegistry } from '../database/worker-registry.ts'
import { dayOf } from '../domain/allowance/allowance.ts'
import { responsesKeptHours } from '../domain/api-keys/api-keys.ts'
import { mailUnreadChats } from '../domain/chat/chat.ts'
import {
  createLostConversionFinder,
  expireConversions,
  failStrandedConversions,
  type RemoveConversionDeps,
} from '../domain/conversions/conversions.ts'
import { settleOverdueReceipts } from '../domain/conversions/deletion-receipts.ts'
import { cleanUpAbandonedJobs } from '../domain/pipelines/clean-up-job.ts'
import { createOrphanRemover, type RemoveOrphansDeps } from '../domain/remove-orphans.ts'
import { removeExpiredUploads } from '../domain/uploads/uploads.ts'
import type { Clock } from '../ports/clock.ts'
import type { JobQueue } from '../ports/job-queue.ts'
import type { Log } from '../ports/log.ts'
import type { WorkerMetrics } from '../ports/metrics.ts'
import { removeOrphanedJobFolders } from './job-folder.ts'

export interface MaintenanceDeps extends RemoveConversionDeps, RemoveOrphansDeps, Clock {
  readonly receipts: ReceiptStore
  readonly impressions: ImpressionStore
  readonly contacts: ContactStore
  readonly chats: ChatStore
  readonly allowances: AllowanceStore
  readonly sessions: SessionStore
  readonly tokens: TokenStore
  readonly invitations: Pick<InvitationStore, 'removeExpired'>
  readonly setUp: Pick<SetUpStore, 'removeExpired'>
  readonly knownDevices: Pick<KnownDeviceStore, 'removeExpired'>
  readonly visitorRevocations: Pick<VisitorRevocations, 'removeExpired'>
  readonly attempts: AttemptCounter
  readonly jobQueue: Pick<JobQueue, 'removeOutdated'>
  readonly audit: Pick<AuditLog, 'removeBefore'>
  readonly idempotentCalls: IdempotentCalls
  readonly workers: WorkerRegistry
  readonly pipelines: PipelineStore
  readonly webhooks: WebhookStore
  readonly jobsDir: string
  /** Null in a private instance. */
  readonly sweepBilling: (() => Promise<Record<string, number>>) | null
  readonly kept: {
    readonly impressionsDays: number
    readonly expiredDays: number
    readonly contactsDays: number
    readonly receiptsDays: number
    readonly orphansMinutes: number
    readonly auditDays: number
  }
}

const deliveriesKeptDays = 30

/** By then, a mail that failed to send has been given up. */
const mailTriedMs = 2 * 60 * 60 * 1000

/** Removes something that is no longer needed, or repairs what a dead process left behind. */
export interface MaintenanceTask {
  readonly name: string
  /** Returns how many items it changed. */
  readonly run: () => Promise<number>
}

export function maintenanceTasks(deps: MaintenanceDeps): MaintenanceTask[] {
  const orphans = createOrphanRemover(deps, deps.kept.orphansMinutes * 60_000)
  // Database time: a machine with a wrong clock must not delete data early.
  const now = () => deps.orphans.timeBefore(0)
  const daysAgo = async (days: number) => new Date((await now()).getTime() - days * 24 * 60 * 60 * 1000)
  const { kept, sweepBilling } = deps
  const runs: Record<string, () => Promise<number>> = {
    'orphaned-job-folders': () => removeOrphanedJobFolders(deps.jobsDir),
    'expired-conversions': async () => expireConversions(deps, await now()),
    'expired-uploads': async () => removeExpiredUploads(deps, await now()),
    'overdue-receipts': async () => settleOverdueReceipts(deps, await now()),
    'orphaned-objects': () => orphans.removeSome(),
    'lost-conversions': createLostConversionFinder(deps),
    'stranded-conversions': () => failStrandedConversions(deps),
    'old-conversions': async () => deps.conversions.removeExpiredBefore(await daysAgo(kept.expiredDays)),
    'old-receipts': async () => deps.receipts.removeBefore(await daysAgo(kept.receiptsDays)),
    'old-impressions': async () => deps.impressions.removeBefore(await daysAgo(kept.impressionsDays)),
    'old-contact-messages': async () => deps.contacts.removeBefore(await daysAgo(kept.contactsDays)),
    'unsent-contact-messages': async () => {
      const at = await now()
      return deps.contacts.queueUnmailed(new Date(at.getTime() - mailTriedMs), at)
    },
    'old-chat-messages': async () => deps.chats.removeBefore(await daysAgo(kept.contactsDays)),
    'unread-chats': () => mailUnreadChats(deps),
    'old-audit-entries': async () => deps.audit.removeBefore(await daysAgo(kept.auditDays)),
    'ended-sessions': async () => deps.sessions.removeExpired(await now()),
    'expired-devices': async () => deps.knownDevices.removeExpired(await now()),
    'expired-revocations': async () => deps.visitorRevocations.removeExpired(await now()),
    'expired-links': async () => deps.tokens.removeExpired(await now()),
    'expired-invitations': async () => deps.invitations.removeExpired(await now()),
    'expired-set-up-links': async () => deps.setUp.removeExpired(await now()),
    'expired-attempt-counters': async () => deps.attempts.removeExpired(await now()),
    'outdated-jobs': () => deps.jobQueue.removeOutdated(),
    'unqueued-pipelines': () => deps.pipelines.enqueueMissing(),
    'unqueued-deliveries': () => deps.webhooks.enqueueMissing(),
    'unfinished-cleanups': () => cleanUpAbandonedJobs(deps),
    'old-pipelines': async () => deps.pipelines.removeExpired(await now()),
    'old-deliveries': async () => deps.webhooks.removeDeliveriesBefore(await daysAgo(deliveriesKeptDays)),
    'old-idempotent-calls': async () =>
      deps.idempotentCalls.removeBefore(await daysAgo(responsesKeptHours / 24)),
    ...(sweepBilling && {
      'billing-checks': async () => Object.values(await sweepBilling()).reduce((sum, n) => sum + n, 0),
    }),
    'old-usage-counters': async () => deps.allowances.removeBefore(dayOf(await daysAgo(countersKeptDays))),
  }
  return Object.entries(runs).map(([name, run]) => ({ name, run }))
}

/**
 * Runs every task at the interval, each on its own timer: one that fails or hangs does not stop the others, and none
 * overlaps itself. Several workers may do the same at once.
 */
export function runMaintenance(
  tasks: readonly MaintenanceTask[],
  {
    intervalMs,
    log,
    metrics,
  }: { intervalMs: number; log: Log; metrics: Pick<WorkerMetrics, 'maintenanceEnded'> },
): { stop(): Promise<void> } {
  const timers = new Map<string, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  let isStopped = false

  async function runOnce({ name, run }: MaintenanceTask): Promise<void> {
    try {
      const count = await run()
      metrics.maintenanceEnded(name, 'done')
      if (count > 0) log.info({ task: name, count }, 'maintenance task changed items')
    } catch (error) {
      metrics.maintenanceEnded(name, 'failed')
      log.warn({ err: error, task: name }, 'maintenance task failed, retrying')
    }
  }

  function schedule(task: MaintenanceTask, delayMs: number): void {
    const start = () => {
      const run = runOnce(task).finally(() => {
        running.delete(run)
        if (!isStopped) schedule(task, intervalMs)
      })
      running.add(run)
    }
    timers.set(task.name, setTimeout(start, delayMs))
  }

  // Spread over the interval, so that they do not all query the database at once.
  for (const [index, task] of tasks.entries()) schedule(task, (intervalMs * (index + 1)) / tasks.length)
  return {
    async stop() {
      isStopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}
