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
  translate(sentences: readonly string[], pair: LanguagePair, signal: AbortSignal): Promise<readonly string[]>
  close(): Promise<void>
}

/** One engine behind it. */
export interface TranslationProvider {
  readonly id: TranslationPair['engine']
  /** Direct ways only; going through a third language is decided above. */
  pairs(): readonly Pick<TranslationPair, 'from' | 'to' | 'quality' | 'downloadBytes'>[]
  translate(sentences: readonly string[], pair: LanguagePair, signal: AbortSignal): Promise<readonly string[]>
  close(): Promise<void>
}
