/** From which language into which: two different ones, always. */
import { type LanguageId, languageIds, translationLanguages } from '@filesmith/contract/languages'

export interface LanguagePair {
  readonly source: LanguageId
  readonly target: LanguageId
}

export const usualPair: LanguagePair = { source: 'en', target: 'es' }

export function switched({ source, target }: LanguagePair): LanguagePair {
  return { source: target, target: source }
}

/** Whoever chooses the language of the other side wants them the other way round. */
export function withSource(pair: LanguagePair, source: LanguageId): LanguagePair {
  return source === pair.target ? switched(pair) : { ...pair, source }
}

export function withTarget(pair: LanguagePair, target: LanguageId): LanguagePair {
  return target === pair.source ? switched(pair) : { ...pair, target }
}

export function asLanguage(value: unknown): LanguageId | undefined {
  return languageIds.find(id => id === value)
}

/** As they are called on screen. */
export function namesOf({ source, target }: LanguagePair): readonly [from: string, to: string] {
  return [translationLanguages[source], translationLanguages[target]]
}
