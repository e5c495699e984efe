/** Runs one conversion: fetches the input, runs the steps, stores the result and records the outcome. */

import { resultPreviewPart } from '@filesmith/contract/conversion-status'
import { AppError, toAppError } from '@filesmith/contract/errors'
import { type FormatId, formatExtension } from '@filesmith/contract/formats'
import { inspectedImages } from '@filesmith/contract/inspected-images'
import type { Operation } from '@filesmith/contract/operations/operation'
import { operations } from '@filesmith/contract/operations/registry'
import { readExecutionPlan } from '@filesmith/contract/schemas/execution-plan'
import type { EngineRuntime, PackedFile, Progress, StepOutcome, StepPart } from '@filesmith/engines/engine'
import type { SecretBox } from '../adapters/node-crypto/aes-secret-box.ts'
import type { ConversionRecord, StoredPart } from '../database/conversion-record.ts'
import type { ConversionStore } from '../database/conversion-store.ts'
import { resultPrefix } from '../domain/conversions/conversions.ts'
import type { ClaimedJob } from '../ports/job-queue.ts'
import type { Log } from '../ports/log.ts'
import type { JobEnd } from '../ports/metrics.ts'
import type { Storage } from '../ports/storage.ts'
import { type JobFolder, makeJobFolder } from './job-folder.ts'
import { type ObserveJobDeps, observeJob } from './observe-job.ts'
import { type JobResult, workerShutdown } from './run-queues.ts'

export interface RunJobDeps extends ObserveJobDeps {
  readonly conversions: ConversionStore
  readonly storage: Storage
  readonly engines: EngineRuntime
  readonly secretBox: SecretBox
  readonly jobsDir: string
  readonly workerId: string
  readonly log: Log
}

export type ConversionJob = ClaimedJob<'convert-short' | 'convert-long'>

/** Every error becomes the outcome of the conversion or a retry. */
export async function runJob(deps: RunJobDeps, job: ConversionJob, signal: AbortSignal): Promise<JobResult> {
  const record = await deps.conversions.begin(job.payload.conversionId, deps.workerId)
  // Canceled or finished meanwhile: nothing to do or retry.
  if (!record) return { end: 'done' }
  const { outcome } = await observeJob(deps, job, record, () => runAndSettle(deps, job, record, signal))
  if (outcome === 'tried-again') return { end: 'retry' }
  return { end: outcome === 'given-back' ? 'requeue' : 'done' }
}

async function runAndSettle(
  deps: RunJobDeps,
  job: ConversionJob,
  record: ConversionRecord,
  signal: AbortSignal,
): Promise<JobEnd> {
  const fields = { conversionId: record.id, attempt: record.attempt }
  try {
    await convert(deps, record, signal)
    deps.log.info(fields, 'conversion finished')
    return { outcome: 'succeeded' }
  } catch (error) {
    const cause = toAppError(signal.aborted ? signal.reason : error)
    // Canceling has already settled the record and the job.
    if (cause.code === 'cancelled') {
      deps.log.info(fields, 'conversion canceled')
      return { outcome: 'cancelled' }
    }
    if (cause === workerShutdown) {
      deps.log.info(fields, 'conversion requeued on shutdown')
      await deps.conversions.requeue(record.id, record.attempt)
      return { outcome: 'given-back' }
    }
    return settleFailure(deps, job, record, cause)
  }
}

async function convert(deps: RunJobDeps, record: ConversionRecord, signal: AbortSignal): Promise<void> {
  const folder = await makeJobFolder(deps.jobsDir)
  const progress = reportProgress(deps.conversions, record)
  try {
    const { outputPath, ...outcome } = await runSteps(deps, record, folder, progress, signal)
    const key = `${resultPrefix(record.id)}${record.attempt}`
    // An archive of pages has no preview.
    const isArchive = outcome.format !== undefined
    const preview = isArchive ? [] : await drawPreview(deps, record, folder, outputPath, signal)
    const parts = await storeParts(deps, key, [...(outcome.parts ?? []), ...preview])
    const { sizeBytes } = await deps.storage.moveIn(key, outputPath)
    const result = { key, sizeBytes, ...outcome, parts, media: outcome.media ?? null }
    const isAccepted = await deps.conversions.succeed(record.id, record.attempt, result)
    if (!isAccepted) for (const stored of [{ key }, ...parts]) await deps.storage.remove(stored.key)
  } finally {
    await progress.settle()
    await folder.remove()
  }
}

async function runSteps(
  deps: RunJobDeps,
  record: ConversionRecord,
  folder: JobFolder,
  progress: ProgressReporter,
  signal: AbortSignal,
): Promise<StepOutcome & { outputPath: string }> {
  const { steps, isStrict } = readExecutionPlan(record.executionPlan)
  const password = openPassword(deps, record)
  const files = await fetchFiles(deps, record, folder)
  let inputPath = files?.[0]?.path ?? folder.filePath(0, formatExtension(record.originalFormat))
  const name = record.fileName.replace(/\.[^.]+$/, '')
  let outcome: StepOutcome = {}
  if (!files) await deps.storage.fetchTo(record.inputKey, inputPath)
  for (const [index, step] of steps.entries()) {
    signal.throwIfAborted()
    const outputPath = folder.filePath(index + 1, formatExtension(step.to))
    const onProgress = progress.step(index, steps.length)
    const isFirst = index === 0
    const given = {
      ...(isFirst && files && { files }),
      ...(isStrict && { isStrict }),
      ...(isFirst && password !== undefined && { password }),
    }
    const made = await deps.engines.runStep({
      step,
      inputPath,
      outputPath,
      signal,
      onProgress,
      name,
      ...given,
    })
    outcome = {
      ...outcome,
      ...made,
      notes: [...(outcome.notes ?? []), ...(made.notes ?? [])],
      parts: [...(outcome.parts ?? []), ...(made.parts ?? [])],
    }
    inputPath = outputPath
  }
  return { ...outcome, outputPath: inputPath }
}

/** Image formats that browsers do not show. */
const previewedFormats: readonly FormatId[] = inspectedImages

/** A small image of the result, with which the page compares the original; the result does not depend on it. */
async function drawPreview(
  deps: RunJobDeps,
  record: ConversionRecord,
  folder: JobFolder,
  resultPath: string,
  signal: AbortSignal,
): Promise<StepPart[]> {
  const format = record.convertedFormat
  if (record.operation !== 'convert-image' || !previewedFormats.includes(format)) return []
  const path = folder.filePath(0, resultPreviewPart)
  try {
    const made = await deps.engines.inspect({ format, inputPath: resultPath, previewPath: path, signal })
    return made?.hasPreview ? [{ name: resultPreviewPart, format: 'jpg', path }] : []
  } catch (error) {
    signal.throwIfAborted()
    deps.log.warn({ conversionId: record.id, err: error }, 'result preview failed')
    return []
  }
}

/** Stored below the result's key, so that they are deleted with it. */
async function storeParts(
  { storage }: RunJobDeps,
  resultKey: string,
  parts: readonly StepPart[],
): Promise<StoredPart[]> {
  const stored: StoredPart[] = []
  for (const { name, format, path } of parts) {
    const key = `${resultKey}-${name}`
    const { sizeBytes } = await storage.moveIn(key, path)
    stored.push({ name, format, key, sizeBytes })
  }
  return stored
}

/** Undefined for conversions of a single file. */
async function fetchFiles(
  deps: RunJobDeps,
  record: ConversionRecord,
  folder: JobFolder,
): Promise<PackedFile[] | undefined> {
  const { takes }: Operation = operations[record.operation]
  const inputs = takes === 'several-files' ? await deps.conversions.listInputs(record.id) : []
  if (inputs.length === 0) return undefined
  const files: PackedFile[] = []
  for (const [index, { inputKey, name, modifiedAt }] of inputs.entries()) {
    const path = folder.filePath(0, `${index}`)
    await deps.storage.fetchTo(inputKey, path)
    files.push({ path, name, modifiedAt })
  }
  return files
}

function openPassword(deps: RunJobDeps, { sealedPassword }: ConversionRecord): string | undefined {
  if (sealedPassword === null) return undefined
  try {
    return deps.secretBox.open(sealedPassword)
  } catch (cause) {
    // Web and worker were started with different secrets: retrying does not help.
    throw new AppError('password-gone', {}, { cause })
  }
}

/** Invalid input fails immediately; internal errors are retried while attempts are left. */
async function settleFailure(
  deps: RunJobDeps,
  job: ConversionJob,
  record: ConversionRecord,
  error: AppError,
): Promise<JobEnd> {
  const fields = { conversionId: record.id, attempt: record.attempt, code: error.code }
  if (error.isFault && !job.isLastAttempt) {
    deps.log.warn({ ...fields, err: error }, 'conversion failed, retrying')
    await deps.conversions.requeue(record.id, record.attempt)
    return { outcome: 'tried-again', code: error.code }
  }
  deps.log.warn(error.isFault ? { ...fields, err: error } : fields, 'conversion failed')
  const { code, params } = error
  await deps.conversions.fail(record.id, record.attempt, { code, params, detail: describeCause(error) })
  return { outcome: 'failed', code: error.code }
}

const maxCharacters = 2_000
/** Job folders, data folders, programs: operators do not need them, and folder names may contain personal data. */
const absolutePath = /(?<![\w:/.])\/(?:[\w.@+~-]+\/)*[\w.@+~-]+/g

/** Null if the error has no cause. */
export function describeCause(error: Error): string | null {
  const messages: string[] = []
  for (let cause = error.cause; cause !== undefined && cause !== null; cause = causeOf(cause)) {
    const words = cause instanceof Error ? cause.message : String(cause)
    if (words.trim() !== '' && !messages.includes(words.trim())) messages.push(words.trim())
  }
  const text = messages.join('\n').replace(absolutePath, '(path)')
  if (text === '') return null
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text
}

function causeOf(cause: unknown): unknown {
  return cause instanceof Error ? cause.cause : undefined
}

const minIntervalMs = 200
/** What takes less needs no bar: each write is a commit, a notification and a query, on the cores that an encoder uses. */
const firstWriteMs = 500
/** The rest is reserved for storing the result. */
const maxPercent = 95

export interface ProgressReporter {
  /** For step `index` of `count`. */
  step(index: number, count: number): (progress: Progress) => void
  /** Waits for the pending write. */
  settle(): Promise<void>
}

/**
 * Writes an engine's progress to the database, at most five times a second and never decreasing. A job that is finished
 * before the first write is not slowed down by any.
 */
export function reportProgress(
  conversions: Pick<ConversionStore, 'reportProgress'>,
  record: Pick<ConversionRecord, 'id' | 'attempt'>,
): ProgressReporter {
  let latest = { percent: 0, stage: '' }
  let written = latest
  let nextWriteMs = performance.now() + firstWriteMs
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  function writeSoon(): void {
    if (timer !== undefined || writing !== undefined || written === latest) return
    timer = setTimeout(
      () => {
        timer = undefined
        writing = writeLatest()
      },
      Math.max(0, nextWriteMs - performance.now()),
    )
  }

  async function writeLatest(): Promise<void> {
    written = latest
    nextWriteMs = performance.now() + minIntervalMs
    const { percent, stage } = latest
    // Progress is best effort: the job continues if the database is briefly unavailable.
    await conversions.reportProgress(record.id, record.attempt, percent, stage).catch(() => undefined)
    writing = undefined
    writeSoon()
  }

  return {
    step: (index, count) => progress => {
      const percent = Math.min(maxPercent, ((index + progress.percent / 100) / count) * 100)
      if (percent <= latest.percent) return
      latest = { percent, stage: progress.stage }
      writeSoon()
    },
    settle: async () => {
      latest = written
      clearTimeout(timer)
      await writing
    },
  }
}
