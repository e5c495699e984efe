/** Language pairs that live workers can translate, with their quality. */
import { AppError } from '@filesmith/contract/errors'
import { type LanguageId, translationLanguages } from '@filesmith/contract/languages'
import type { Requested } from '@filesmith/contract/operations/operation'
import {
  noTranslationAdvice,
  type TranslationPair,
  translationQualities,
} from '@filesmith/contract/translation-pairs'
import type { WorkerRegistry } from '../../ports/worker-registry.ts'

export interface PairDeps {
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
export async function requireTranslator(deps: PairDeps): Promise<void> {
  const reports = await deps.workers.listEngines()
  if (reports.length === 0) throw new AppError('unavailable')
  if (!reports.some(({ engine, isAvailable }) => engine === 'translation' && isAvailable))
    throw new AppError('engine-missing', { tool: 'Translation' })
}

/** Undefined if both languages are the same, so that nothing needs to be translated. */
export async function findPair(
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
