/** What stands between texts and documents above and the engines that translate below: sentences in, sentences out. */
import type { LanguageId } from '@filesmith/contract/languages'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'

export interface LanguagePair {
  readonly from: LanguageId
  readonly to: LanguageId
}

export interface SentenceTranslator {
  /** The best way for every pair that can be translated now; changes when weights arrive. */
  pairs(): readonly TranslationPair[]
  /** One translation for every sentence, in their order. Throws `no-translation` where there is no way. */
  translate(
    sentences: readonly string[],
    pair: LanguagePair,
    signal: AbortSignal,
    /** Told the way that was taken in the end: an engine that fails is replaced by the next best. */
    onWay?: (way: TranslationPair) => void,
  ): Promise<readonly string[]>
  close(): Promise<void>
}

/** One direct way of one engine. */
export interface ProvidedPair extends LanguagePair {
  readonly quality: TranslationPair['quality']
  readonly downloadBytes: number | null
  /** How well it does, as chrF on news and everyday sentences: measured where we could, else what the engine usually reaches. */
  readonly score: number
}

/** One engine behind it. */
export interface TranslationProvider {
  readonly id: TranslationPair['engine']
  /** Direct ways only; going through a third language is decided above. */
  pairs(): readonly ProvidedPair[]
  translate(sentences: readonly string[], pair: LanguagePair, signal: AbortSignal): Promise<readonly string[]>
  close(): Promise<void>
}
