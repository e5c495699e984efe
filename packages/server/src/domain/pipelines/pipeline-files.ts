/** Files of a running job: imported from URLs and exported to URLs. */

import { setTimeout as delay } from 'node:timers/promises'
import { AppError, type ErrorCode, toAppError } from '@filesmith/contract/errors'
import { formats } from '@filesmith/contract/formats'
import type { JobExport, JobInput } from '@filesmith/contract/schemas/v1/job'
import type { PipelineProgress, PipelineResult } from '../../database/api-schema.ts'
import type { PipelineFailure, PipelineRecord, PipelineStore } from '../../database/pipeline-store.ts'
import type { UploadRecord } from '../../database/upload-store.ts'
import type { Notifications } from '../../ports/notifications.ts'
import type { OutboundClient, OutboundProblem } from '../../ports/outbound.ts'
import type { RecognizeFormat } from '../../ports/recognize-format.ts'
import type { Storage } from '../../ports/storage.ts'
import type { RequestConversionDeps } from '../conversions/request-conversion.ts'
import type { Owner } from '../owners/owner.ts'
import { receiveUpload } from '../uploads/upload-content.ts'
import { type BeginUploadDeps, findUpload, uploadLimitBytes } from '../uploads/uploads.ts'
import { stepUploadId } from './clean-up-job.ts'
import type { CheckedJob } from './request-job.ts'

export interface RunPipelineDeps extends RequestConversionDeps, BeginUploadDeps {
  readonly recognizeFormat: RecognizeFormat
  readonly pipelines: PipelineStore
  readonly storage: Storage
  readonly notifications: Notifications
  readonly outbound: OutboundClient
}

export interface PipelineRun {
  readonly record: PipelineRecord
  readonly owner: Owner
  readonly job: CheckedJob
  /** Aborted if the worker shuts down, the job is canceled, or another worker claims it. */
  readonly signal: AbortSignal
}

export type Outcome<Result> = { readonly result: Result } | { readonly failure: PipelineFailure }

/** Rethrows internal errors, which are retried; other errors fail the job. */
export function failureOf(
  { signal }: PipelineRun,
  error: unknown,
  place: Pick<PipelineFailure, 'step' | 'file'>,
): { readonly failure: PipelineFailure } {
  const { code, params, isFault } = toAppError(error)
  if (isFault || signal.aborted) throw error
  return { failure: { code, params, ...place } }
}

export async function saveProgress(
  { pipelines }: RunPipelineDeps,
  { record, signal }: PipelineRun,
  progress: PipelineProgress,
): Promise<void> {
  signal.throwIfAborted()
  if (!(await pipelines.saveProgress(record, progress))) throw new AppError('cancelled')
}

/** Share of progress for imports and exports, if there are any; the steps share the rest. */
const edgePercent = 10

export function percentAt({ job }: PipelineRun, place: 'import' | 'export' | number, share: number): number {
  const importPercent = job.inputs.some(input => 'url' in input) ? edgePercent : 0
  const exportPercent = job.exports.length > 0 ? edgePercent : 0
  const stepPercent = (100 - importPercent - exportPercent) / job.steps.length
  if (place === 'import') return importPercent * share
  if (place === 'export') return 100 - exportPercent * (1 - share)
  return importPercent + stepPercent * (place + share)
}

const maxConcurrentImports = 4

/** Collects the input files of a job: existing uploads, and downloads from URLs. */
export async function importInputs(
  deps: RunPipelineDeps,
  run: PipelineRun,
): Promise<Outcome<readonly string[]>> {
  const { inputs } = run.job
  const uploadIds: string[] = []
  while (uploadIds.length < inputs.length) {
    const start = uploadIds.length
    const share = start / inputs.length
    await deps.pipelines.report(run.record, percentAt(run, 'import', share), 'import')
    const batch = inputs.slice(start, start + maxConcurrentImports)
    const arrived = await Promise.all(batch.map((input, index) => importOne(deps, run, input, start + index)))
    for (const outcome of arrived) {
      if ('failure' in outcome) return outcome
      uploadIds.push(outcome.result)
    }
  }
  return { result: uploadIds }
}

async function importOne(
  deps: RunPipelineDeps,
  run: PipelineRun,
  input: JobInput,
  index: number,
): Promise<Outcome<string>> {
  try {
    if ('fileId' in input) return { result: (await findUpload(deps, run.owner, input.fileId)).id }
    const { signal } = run
    const fetched = await callWithRetries('import-failed', signal, () => fetchFile(deps, run, input, index))
    return { result: fetched.id }
  } catch (error) {
    const file = 'url' in input ? (input.fileName ?? downloadFileName(input.url, undefined)) : null
    return failureOf(run, error, { step: null, file })
  }
}

async function fetchFile(
  deps: RunPipelineDeps,
  { owner, job, record, signal }: PipelineRun,
  { url, fileName }: Extract<JobInput, { url: string }>,
  index: number,
): Promise<UploadRecord> {
  const operation = job.steps[0]?.operation ?? null
  const maxBytes = uploadLimitBytes(owner, operation)
  const response = await deps.outbound.send({ url, method: 'GET', followsRedirects: true, maxBytes, signal })
  if (response.status !== 200) {
    response.body.destroy()
    throw statusError(response.url, response.status)
  }
  const disposition = [response.headers['content-disposition']].flat()[0]
  const length = response.headers['content-length']
  try {
    return await receiveUpload(
      deps,
      { owner, addressHash: '' },
      {
        id: stepUploadId(record, 0, index),
        fileName: fileName ?? downloadFileName(response.url, disposition),
        operation,
        source: response.body,
        sourceBytes: length === undefined ? undefined : Number(length),
      },
    )
  } catch (error) {
    response.body.destroy()
    throw error
  }
}

/** The response body is discarded. */
const maxResponseBytes = 1_000_000

/** Uploads the results of a job to its export URLs with PUT. */
export async function exportResults(
  deps: RunPipelineDeps,
  run: PipelineRun,
  before: PipelineProgress,
): Promise<Outcome<PipelineProgress>> {
  let progress = before
  for (const [index, wanted] of run.job.exports.entries()) {
    const result = progress.results[index]
    if (!result || result.isExported) continue
    const share = index / run.job.exports.length
    await deps.pipelines.report(run.record, percentAt(run, 'export', share), 'export')
    try {
      await callWithRetries('export-failed', run.signal, () => exportOne(deps, run, wanted, result))
    } catch (error) {
      return failureOf(run, error, { step: null, file: result.fileName })
    }
    const results = progress.results.with(index, { ...result, isExported: true })
    progress = { ...progress, results }
    await saveProgress(deps, run, progress)
  }
  return { result: progress }
}

async function exportOne(
  { storage, conversions, outbound }: RunPipelineDeps,
  { signal }: PipelineRun,
  { url, headers }: JobExport,
  { conversionId, sizeBytes, format }: PipelineResult,
): Promise<void> {
  const conversion = await conversions.find(conversionId)
  // The owner may have deleted it meanwhile.
  if (!conversion?.resultKey) throw new AppError('conversion-not-found')
  const source = await storage.read(conversion.resultKey)
  try {
    const response = await outbound.send({
      url,
      method: 'PUT',
      headers: { 'content-type': formats[format].mime, ...lowerCased(headers) },
      body: { source, sizeBytes },
      maxBytes: maxResponseBytes,
      signal,
    })
    response.body.destroy()
    if (response.status < 200 || response.status > 299) throw statusError(url, response.status)
  } finally {
    source.destroy()
  }
}

/** Lower-cased, so that custom headers override the defaults whatever their case. */
function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** Before the second and the third attempt. */
const retryDelaysMs = [1_000, 5_000]
/** Private and unknown host names are both retried, so that timing does not distinguish them (SSRF probing). */
const temporaryProblems: readonly OutboundProblem[] = ['unreachable', 'interrupted']

/** Calls a URL given in a job, with retries for temporary failures. */
async function callWithRetries<Result>(
  code: Extract<ErrorCode, 'import-failed' | 'export-failed'>,
  signal: AbortSignal,
  call: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      const failed = toAppError(error)
      if (failed.code !== 'address-failed' || signal.aborted) throw error
      const { host = '', reason = '', problem } = failed.params
      const waitMs = temporaryProblems.some(each => each === problem) ? retryDelaysMs[attempt] : undefined
      if (waitMs === undefined) throw new AppError(code, { host, reason })
      await delay(waitMs, undefined, { signal })
    }
  }
}

/** Error for a non-success status; server errors and rate limits are retried. */
function statusError(url: string, status: number): AppError {
  const problem: OutboundProblem = status >= 500 || status === 429 ? 'unreachable' : 'bad-answer'
  return new AppError('address-failed', {
    host: new URL(url).host,
    problem,
    reason: `it answered with status ${status}.`,
  })
}

const unknownName = 'file'

/** File name of a download: from Content-Disposition, otherwise from the URL. */
export function downloadFileName(url: string, contentDisposition: string | undefined): string {
  return (
    nameInDisposition(contentDisposition) ??
    decoded(new URL(url).pathname.replace(/^.*\//, '')) ??
    unknownName
  )
}

/** RFC 6266: `filename*` takes precedence over `filename`. */
export function nameInDisposition(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header) ?? []
  if (encoded !== undefined) return decoded(encoded)
  const [, quoted, plain] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? []
  return (quoted?.replace(/\\(.)/g, '$1') ?? plain) || undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text) || undefined
  } catch {
    return text || undefined
  }
}
