/** Detects the language of a text with a worker. */
import type { DetectLanguageReply } from '@filesmith/contract/schemas/translation'
import type { FollowJobDeps } from '../jobs/follow-job.ts'
import { type PairDeps, requireTranslator } from './list-pairs.ts'
import { requestTranslation } from './request-translation.ts'

/** A longer sample does not improve detection. */
const sampleCharacters = 2_000

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
