/** Rate limits for translation and language detection per network; texts are not charged to the allowance. */
import type { AttemptCounter } from '../../ports/attempt-counter.ts'
import { countWithinMinute } from '../count-within-minute.ts'

export interface TranslationLimitDeps {
  readonly attempts: AttemptCounter
  readonly translationsPerMinute: number
}

/** A long text counts as several. */
const charactersPerTranslation = 5_000

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
