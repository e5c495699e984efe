/** A pair of source and target language, always different. */
import { type LanguageId, languageIds, translationLanguages } from '@filesmith/contract/languages'

export interface LanguagePair {
  readonly source: LanguageId
  readonly target: LanguageId
}

export const defaultPair: LanguagePair = { source: 'en', target: 'es' }

export function switched({ source, target }: LanguagePair): LanguagePair {
  return { source: target, target: source }
}

/** Selecting the language of the other side swaps both. */
export function withSource(pair: LanguagePair, source: LanguageId): LanguagePair {
  return source === pair.target ? switched(pair) : { ...pair, source }
}

export function withTarget(pair: LanguagePair, target: LanguageId): LanguagePair {
  return target === pair.source ? switched(pair) : { ...pair, target }
}

export function asLanguage(value: unknown): LanguageId | undefined {
  return languageIds.find(id => id === value)
}

/** Display names. */
export function namesOf({ source, target }: LanguagePair): readonly [from: string, to: string] {
  return [translationLanguages[source], translationLanguages[target]]
}
