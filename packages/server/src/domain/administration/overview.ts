/** State of the installation for operators: load, storage, failures and the audit log. */

import { AppError, errorMessage, isErrorCode } from '@filesmith/contract/errors'
import { type FormatId, formatExtension, formats } from '@filesmith/contract/formats'
import { auditSentence } from '@filesmith/contract/messages/admin-audit'
import { adminEngineMessages } from '@filesmith/contract/messages/admin-engines'
import type { AdminStorage, AuditPage, FailurePage, Overview } from '@filesmith/contract/schemas/admin'
import type { AuditAction } from '@filesmith/contract/schemas/audit-actions'
import type { FailureFilter, FailureRecord } from '../../database/failure-list.ts'
import type { DayFigures, QueueFigure } from '../../database/load-figures.ts'
import { type LiveWorkers, loadLiveWorkers } from '../engines/workers.ts'
import type { AdminDeps } from './list-page.ts'
import { cutPage, pageBefore } from './list-page.ts'

const hourMs = 60 * 60 * 1000
const shownHours = 24

/** Administration overview: queues, workers, totals and the last 24 hours. */
export async function describeOverview(
  deps: Pick<AdminDeps, 'load' | 'workers' | 'storageFigures' | 'now'>,
): Promise<Overview> {
  const thisHour = Math.floor(deps.now().getTime() / hourMs) * hourMs
  const firstHour = new Date(thisHour - (shownHours - 1) * hourMs)
  const [queues, day, totals, storedBytes, liveWorkers, alive] = await Promise.all([
    deps.load.queues(),
    deps.load.finishedSince(firstHour),
    deps.load.totals(),
    deps.storageFigures.storedBytes(),
    loadLiveWorkers(deps),
    deps.workers.listWorkers(),
  ])
  return {
    queue: queues.map(queue => ({
      ...queue,
      engines: [...queue.engines],
      isStranded: queue.waiting > 0 && !canAnyServe(liveWorkers, queue),
    })),
    lastDay: { ...day, byHour: fillHours(day, firstHour) },
    ...totals,
    workers: alive.length,
    storedBytes,
  }
}

function canAnyServe({ kinds }: LiveWorkers, { queueClass, engines }: QueueFigure): boolean {
  return kinds.some(
    kind => kind.queueClasses.includes(queueClass) && engines.every(engine => kind.engines.has(engine)),
  )
}

function fillHours({ byHour }: DayFigures, first: Date): Overview['lastDay']['byHour'] {
  const known = new Map(byHour.map(hour => [hour.startsAt.getTime(), hour]))
  return Array.from({ length: shownHours }, (_, index) => {
    const startsAt = new Date(first.getTime() + index * hourMs)
    const { succeeded = 0, failed = 0 } = known.get(startsAt.getTime()) ?? {}
    return { startsAt: startsAt.toISOString(), succeeded, failed }
  })
}

const shownLetters = 8

/** Administration view of storage: location, usage, largest owners and expiry. */
export async function describeStorage(
  deps: Pick<AdminDeps, 'storageFigures' | 'storageLocation'>,
): Promise<AdminStorage> {
  const [location, usage] = await Promise.all([deps.storageLocation(), deps.storageFigures.measure()])
  return {
    ...location,
    ...usage,
    byDay: [...usage.byDay],
    largestOwners: usage.largestOwners.map(({ ownerId, name, files, bytes }) => ({
      name: name ?? adminEngineMessages.visitor(ownerId.slice(2, 2 + shownLetters)),
      files,
      bytes,
    })),
  }
}

const countedMs = 7 * 24 * 60 * 60 * 1000

/** Pages of failed conversions: message shown to the owner, engine output, and whether it was an internal error. */
export async function listFailures(
  deps: Pick<AdminDeps, 'failures' | 'now'>,
  filter: FailureFilter,
  before: string | undefined,
): Promise<FailurePage> {
  const [found, counts] = await Promise.all([
    deps.failures.list(filter, pageBefore(before)),
    deps.failures.countByCode(new Date(deps.now().getTime() - countedMs)),
  ])
  const { shown, next } = cutPage(found, ({ cursor }) => cursor)
  return {
    failures: shown.map(describeFailure),
    byCode: counts.map(({ code, count }) => ({ code, count, isFault: isFault(code) })),
    next,
  }
}

function describeFailure(record: FailureRecord): FailurePage['failures'][number] {
  const { id, operation, originalFormat, convertedFormat, originalSize, ownerName } = record
  const { errorCode: code, errorParams, errorDetail, attempt, finishedAt } = record
  return {
    id,
    operation,
    from: nameFormat(originalFormat),
    to: nameFormat(convertedFormat),
    sizeBytes: originalSize,
    ownerName,
    code,
    message: isErrorCode(code) ? errorMessage(code, errorParams) : code,
    detail: errorDetail,
    isFault: isFault(code),
    attempts: attempt,
    failedAt: finishedAt.toISOString(),
  }
}

/** Records may have been written by another version, with a format or code that this version does not know. */
function nameFormat(format: FormatId): string {
  return Object.hasOwn(formats, format) ? formatExtension(format) : format
}

function isFault(code: string): boolean {
  return isErrorCode(code) && new AppError(code).isFault
}

/** Pages of the audit log, with a readable summary of each entry. */
export async function listAudit(
  deps: Pick<AdminDeps, 'audit'>,
  filter: { readonly action?: AuditAction | undefined },
  before: string | undefined,
): Promise<AuditPage> {
  const found = await deps.audit.list(filter, pageBefore(before))
  const { shown, next } = cutPage(found, ({ at, id }) => ({ at: at.toISOString(), id }))
  return {
    entries: shown.map(entry => ({
      id: entry.id,
      at: entry.at.toISOString(),
      actor: entry.actor,
      action: entry.action,
      target: entry.target,
      summary: auditSentence(entry),
    })),
    next,
  }
}
