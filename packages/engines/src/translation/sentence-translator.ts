/** Interfaces between texts and documents on one side and translation providers on the other. */
import type { LanguageId } from '@filesmith/contract/languages'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'

export interface LanguagePair {
  readonly from: LanguageId
  readonly to: LanguageId
}

/**
 * How the mt12 model translates: `fast` is a greedy search, `best` a beam search, `split` a beam search over shorter parts
 * of the sentence. Other engines ignore it.
 */
export const efforts = ['fast', 'best', 'split'] as const
export type SearchEffort = (typeof efforts)[number]

export interface SentenceOptions {
  /** Default: best. */
  readonly effort?: SearchEffort
  /** Called with the route that was finally used, after fallbacks. */
  readonly onRoute?: (route: TranslationPair) => void
}

export interface SentenceTranslator {
  /** The best route for each pair that can be translated now; changes when models are downloaded. */
  pairs(): readonly TranslationPair[]
  /**
   * One translation per sentence, in order; null if no engine gave a plausible one. Throws `no-translation` for an
   * unsupported pair.
   */
  translate(
    sentences: readonly string[],
    pair: LanguagePair,
    signal: AbortSignal,
    options?: SentenceOptions,
  ): Promise<readonly (string | null)[]>
  close(): Promise<void>
}

/** A direct translation by one provider. */
export interface ProvidedPair extends LanguagePair {
  readonly quality: TranslationPair['quality']
  readonly downloadBytes: number | null
  /** Quality as chrF on journalistic and everyday sentences: measured where possible, otherwise a typical value of the engine. */
  readonly score: number
}

/** One translation engine. */
export interface TranslationProvider {
  readonly id: TranslationPair['engine']
  /** Comes with the product: used where no engine that the operator configured has the pair. */
  readonly isBundled: boolean
  /** Direct pairs only; pivot routes are composed by the caller. */
  pairs(): readonly ProvidedPair[]
  translate(
    sentences: readonly string[],
    pair: LanguagePair,
    signal: AbortSignal,
    effort?: SearchEffort,
  ): Promise<readonly string[]>
  close(): Promise<void>
}
