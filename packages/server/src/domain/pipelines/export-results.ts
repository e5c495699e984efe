/** Uploads the results of a job to its export URLs with PUT. */
import { formats } from '@filesmith/contract/formats'
import type { JobExport } from '@filesmith/contract/schemas/v1/job'
import type { PipelineProgress, PipelineResult } from '../../ports/pipeline-store.ts'
import { callWithRetries, statusError } from './call-with-retries.ts'
import {
  failureOf,
  type Outcome,
  type PipelineRun,
  percentAt,
  type RunPipelineDeps,
  saveProgress,
} from './pipeline-run.ts'

/** The response body is discarded. */
const maxResponseBytes = 1_000_000

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
  const source = await storage.read(conversion?.resultKey ?? '')
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
