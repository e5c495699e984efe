/** Translates a text or detects its language; the translation is appended to the output as it grows. */
import { AppError, toAppError } from '@filesmith/contract/errors'
import type { EngineRuntime } from '@filesmith/engines/engine'
import type { ClaimedJob, JobQueue, TranslationReply } from '../ports/job-queue.ts'
import type { Log } from '../ports/log.ts'
import { type JobResult, workerShutdown } from './run-queues.ts'

export interface TranslateTextsDeps {
  readonly jobQueue: Pick<JobQueue, 'append'>
  readonly engines: Pick<EngineRuntime, 'translator'>
  readonly log: Log
}

type TranslationJob = ClaimedJob<'translate-text'>

export async function translateText(
  deps: TranslateTextsDeps,
  job: TranslationJob,
  signal: AbortSignal,
): Promise<JobResult> {
  try {
    return { end: 'done', reply: await translate(deps, job, signal) }
  } catch (error) {
    // Requeued for another worker on shutdown; dropped if no longer wanted.
    if (signal.aborted) return { end: signal.reason === workerShutdown ? 'requeue' : 'done' }
    const { code, params, status } = toAppError(error)
    if (status >= 500) deps.log.warn({ err: error, jobId: job.id }, 'text translation failed')
    return { end: 'failed', error: { code, params } }
  }
}

async function translate(
  deps: TranslateTextsDeps,
  job: TranslationJob,
  signal: AbortSignal,
): Promise<TranslationReply> {
  const { translator } = deps.engines
  if (!translator) throw new AppError('engine-missing', { tool: 'Translation' })
  const { text, targetLanguage } = job.payload
  const sourceLanguage = job.payload.sourceLanguage ?? (await translator.detectLanguage(text, signal)) ?? null
  if (targetLanguage === null) return { sourceLanguage, pair: null, untranslated: [] }
  if (sourceLanguage === null) throw new AppError('language-unknown')
  const append = async (chunk: string) => {
    if (!(await deps.jobQueue.append(job, chunk))) throw new AppError('cancelled')
  }
  if (sourceLanguage === targetLanguage) {
    await append(text)
    return { sourceLanguage, pair: null, untranslated: [] }
  }
  const untranslated: string[] = []
  const pair = await translator.translate({
    text,
    from: sourceLanguage,
    to: targetLanguage,
    signal,
    onChunk: append,
    onUntranslated: sentence => untranslated.push(sentence),
  })
  return { sourceLanguage, pair, untranslated }
}
