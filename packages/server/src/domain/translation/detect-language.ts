/** Detects the language of a text with a worker. */
import type { DetectLanguageReply } from '@filesmith/contract/schemas/translation'
import { type PairDeps, requireTranslator } from './list-pairs.ts'
import { requestTranslation, type TranslationQueueDeps } from './request-translation.ts'

/** A longer sample does not improve detection. */
const sampleCharacters = 2_000

export async function detectLanguage(
  deps: TranslationQueueDeps & PairDeps,
  text: string,
  signal: AbortSignal,
): Promise<DetectLanguageReply> {
  await requireTranslator(deps)
  const request = { text: text.slice(0, sampleCharacters), sourceLanguage: null, targetLanguage: null }
  for await (const job of requestTranslation(deps, request, signal))
    if (job.status === 'done') return { language: job.sourceLanguage }
  return { language: null }
}
