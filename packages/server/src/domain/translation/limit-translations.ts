/** Texts cost no conversion, but only so much of them is translated a minute for one network. */
import { AppError } from '@filesmith/contract/errors'
import type { AttemptCounter } from '../../ports/attempt-counter.ts'

export interface TranslationLimitDeps {
  readonly attempts: AttemptCounter
  readonly translationsPerMinute: number
}

const minuteSeconds = 60
/** A long text counts as several. */
const charactersPerTranslation = 5_000

export async function limitTranslations(
  deps: TranslationLimitDeps,
  network: string,
  text: string,
): Promise<void> {
  const weight = Math.max(1, Math.ceil(text.length / charactersPerTranslation))
  await countWithin(deps, `translate:network:${network}`, deps.translationsPerMinute, weight)
}

/** Asked while somebody types, so more often. */
export async function limitDetections(deps: TranslationLimitDeps, network: string): Promise<void> {
  await countWithin(deps, `detect:network:${network}`, 2 * deps.translationsPerMinute, 1)
}

async function countWithin(
  { attempts }: TranslationLimitDeps,
  key: string,
  limit: number,
  weight: number,
): Promise<void> {
  const before = await attempts.peek(key)
  // Whoever has anything left may send one text, however long; the next one has to wait for it.
  if (before && before.count >= limit) throw new AppError('too-many-requests')
  await attempts.count(key, minuteSeconds, weight)
}
