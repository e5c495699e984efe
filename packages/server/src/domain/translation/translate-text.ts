/** Translates a text with a worker and streams the translation as it grows. */
import { detectedLanguage } from '@filesmith/contract/languages'
import type {
  TranslateTextReply,
  TranslateTextRequest,
  TranslationEvent,
} from '@filesmith/contract/schemas/translation'
import type { FollowJobDeps } from '../jobs/follow-job.ts'
import { findPair, type PairDeps, requireTranslator } from './list-pairs.ts'
import { requestTranslation } from './request-translation.ts'

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
  if (!isDetected && !pair) return unchanged({ translatedText: text, sourceLanguage, pair: null })
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
      const { sourceLanguage, pair } = reply
      yield { type: 'done', reply: { translatedText: translated, sourceLanguage, pair } }
    }
  }
}
