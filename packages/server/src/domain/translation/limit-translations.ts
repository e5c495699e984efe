/** Texts cost no conversion, but only so much of them is translated a minute for one network. */
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

/** Asked while somebody types, so more often. */
export async function limitDetections(deps: TranslationLimitDeps, network: string): Promise<void> {
  await countWithinMinute(deps, `detect:network:${network}`, 2 * deps.translationsPerMinute)
}
