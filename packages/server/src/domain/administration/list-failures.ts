/** Pages of failed conversions: message shown to the owner, engine output, and whether it was an internal error. */
import { AppError, errorMessage, isErrorCode } from '@filesmith/contract/errors'
import { type FormatId, formatExtension, formats } from '@filesmith/contract/formats'
import type { FailurePage } from '@filesmith/contract/schemas/admin'
import type { FailureFilter, FailureRecord } from '../../ports/failure-list.ts'
import type { AdminDeps } from './admin-deps.ts'
import { cutPage, pageBefore } from './list-page.ts'

const countedMs = 7 * 24 * 60 * 60 * 1000

export async function listFailures(
  deps: Pick<AdminDeps, 'failures'>,
  filter: FailureFilter,
  before: string | undefined,
  now = new Date(),
): Promise<FailurePage> {
  const [found, counts] = await Promise.all([
    deps.failures.list(filter, pageBefore(before)),
    deps.failures.countByCode(new Date(now.getTime() - countedMs)),
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
