/** Translation of texts and language detection by workers. */

import { randomUUID } from 'node:crypto'
import { AppError } from '@filesmith/contract/errors'
import { detectedLanguage, type LanguageId, translationLanguages } from '@filesmith/contract/languages'
import type { Requested } from '@filesmith/contract/operations/operation'
import type {
  DetectLanguageReply,
  TranslateTextReply,
  TranslateTextRequest,
  TranslationEvent,
} from '@filesmith/contract/schemas/translation'
import {
  noTranslationAdvice,
  type TranslationPair,
  translationQualities,
} from '@filesmith/contract/translation-pairs'
import type { AttemptCounter } from '../../database/attempt-counter.ts'
import type { WorkerRegistry } from '../../database/worker-registry.ts'
import { type JobPayload, type TranslationReply, translationReplySchema } from '../../ports/job-queue.ts'
import { countWithinMinute } from '../count-within-minute.ts'
import { type FollowJobDeps, followJob } from '../jobs/follow-job.ts'

export type TranslateDeps = FollowJobDeps & PairDeps

/** Events other than failure. */
export type TranslationProgress = Exclude<TranslationEvent, { type: 'failed' }>

/** Validates before the first event, so that predictable errors are reported as HTTP errors. */
export async function startTranslation(
  deps: TranslateDeps,
  { text, sourceLanguage, targetLanguage }: TranslateTextRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<TranslationProgress>> {
  const isDetected = sourceLanguage === detectedLanguage
  if (isDetected) await requireTranslator(deps)
  const pair = isDetected ? undefined : await findPair(deps, sourceLanguage, targetLanguage)
  if (!isDetected && !pair)
    return unchanged({ translatedText: text, sourceLanguage, pair: null, untranslated: [] })
  const request = { text, sourceLanguage: isDetected ? null : sourceLanguage, targetLanguage }
  return followTranslation(deps, request, signal)
}

async function* unchanged(reply: TranslateTextReply): AsyncGenerator<TranslationProgress> {
  yield { type: 'done', reply }
}

async function* followTranslation(
  deps: TranslateDeps,
  request: Parameters<typeof requestTranslation>[1],
  signal: AbortSignal,
): AsyncGenerator<TranslationProgress> {
  let sentLength = 0
  for await (const { translated, reply } of requestTranslation(deps, request, signal)) {
    // A worker that takes over starts from the beginning; nothing is sent until it has caught up.
    if (translated.length > sentLength) yield { type: 'text', text: translated.slice(sentLength) }
    sentLength = Math.max(sentLength, translated.length)
    if (reply?.sourceLanguage) {
      const { sourceLanguage, pair, untranslated } = reply
      yield { type: 'done', reply: { translatedText: translated, sourceLanguage, pair, untranslated } }
    }
  }
}

/** A longer sample does not improve detection. */
const sampleCharacters = 2_000

/** Detects the language of a text with a worker. */
export async function detectLanguage(
  deps: FollowJobDeps & PairDeps,
  text: string,
  signal: AbortSignal,
): Promise<DetectLanguageReply> {
  await requireTranslator(deps)
  const request = { text: text.slice(0, sampleCharacters), sourceLanguage: null, targetLanguage: null }
  for await (const { reply } of requestTranslation(deps, request, signal))
    if (reply) return { language: reply.sourceLanguage }
  return { language: null }
}

interface TextProgress {
  readonly translated: string
  /** Null until it is done. */
  readonly reply: TranslationReply | null
}

/** Throws if it failed. */
export async function* requestTranslation(
  deps: FollowJobDeps,
  payload: JobPayload<'translate-text'>,
  signal: AbortSignal,
): AsyncGenerator<TextProgress, void> {
  const job = { id: randomUUID(), queue: 'translate-text', payload, engines: ['translation'] } as const
  let isDone = false
  for await (const { state, output, reply, error } of followJob(deps, job, signal)) {
    if (error) throw new AppError(error.code, error.params)
    isDone = state === 'done'
    yield { translated: output, reply: isDone ? translationReplySchema.parse(reply) : null }
  }
  // Removed by the cleanup after waiting too long.
  if (!isDone && !signal.aborted) throw new AppError('unavailable')
}

interface PairDeps {
  readonly workers: WorkerRegistry
}

/** The best quality offered by any worker for each pair. */
export async function listPairs({ workers }: PairDeps): Promise<TranslationPair[]> {
  const best = new Map<string, TranslationPair>()
  for (const pair of (await workers.listEngines()).flatMap(report => report.pairs ?? [])) {
    const key = `${pair.from} ${pair.to}`
    const known = best.get(key)
    if (!known || rank(pair) < rank(known)) best.set(key, pair)
  }
  return [...best.values()]
}

function rank({ quality, downloadBytes }: TranslationPair): number {
  return translationQualities.indexOf(quality) + (downloadBytes === null ? 0 : 0.5)
}

/** Otherwise a text would wait without any worker to translate it. */
async function requireTranslator(deps: PairDeps): Promise<void> {
  const reports = await deps.workers.listEngines()
  if (reports.length === 0) throw new AppError('unavailable')
  if (!reports.some(({ engine, isAvailable }) => engine === 'translation' && isAvailable))
    throw new AppError('engine-missing', { tool: 'Translation' })
}

/** Undefined if both languages are the same, so that nothing needs to be translated. */
async function findPair(
  deps: PairDeps,
  from: LanguageId,
  to: LanguageId,
): Promise<TranslationPair | undefined> {
  if (from === to) return undefined
  await requireTranslator(deps)
  const pair = (await listPairs(deps)).find(each => each.from === from && each.to === to)
  if (!pair) throw noTranslation(from, to)
  return pair
}

function noTranslation(from: LanguageId, to: LanguageId): AppError {
  return new AppError('no-translation', {
    from: translationLanguages[from],
    to: translationLanguages[to],
    advice: noTranslationAdvice,
  })
}

/** Refuses a document that no engine can translate before it is queued. */
export async function refuseUntranslatable(
  deps: PairDeps,
  { languages }: Pick<Requested, 'languages'>,
): Promise<void> {
  if (languages === undefined) return
  const hasNoWorkers = (await deps.workers.listEngines()).length === 0
  // Without any worker it waits in the queue, like other conversions.
  if (!hasNoWorkers) await findPair(deps, languages.from, languages.to)
}

export interface TranslationLimitDeps {
  readonly attempts: AttemptCounter
  readonly translationsPerMinute: number
}

/** A long text counts as several. */
const charactersPerTranslation = 5_000

/** Rate limits for translation and language detection per network; texts are not charged to the allowance. */
export async function limitTranslations(
  deps: TranslationLimitDeps,
  network: string,
  text: string,
): Promise<void> {
  const weight = Math.max(1, Math.ceil(text.length / charactersPerTranslation))
  await countWithinMinute(deps, `translate:network:${network}`, deps.translationsPerMinute, weight)
}

/** Runs while the user types, so the limit is higher. */
export async function limitDetections(deps: TranslationLimitDeps, network: string): Promise<void> {
  await countWithinMinute(deps, `detect:network:${network}`, 2 * deps.translationsPerMinute)
}
