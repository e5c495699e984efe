/** Which of our languages a text is in, as a worker sees it. */
import type { DetectLanguageReply } from '@filesmith/contract/schemas/translation'
import { askDesk, type DeskDeps } from './ask-desk.ts'
import { type PairDeps, requireTranslator } from './list-pairs.ts'

/** More tells nothing new. */
const enoughCharacters = 2_000

export async function detectLanguage(
  deps: DeskDeps & PairDeps,
  text: string,
  signal: AbortSignal,
): Promise<DetectLanguageReply> {
  await requireTranslator(deps)
  const asked = { text: text.slice(0, enoughCharacters), sourceLanguage: null, targetLanguage: null }
  for await (const job of askDesk(deps, asked, signal))
    if (job.status === 'done') return { language: job.sourceLanguage }
  return { language: null }
}
