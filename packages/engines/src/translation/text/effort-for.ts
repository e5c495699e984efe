/** How thoroughly to translate a text of some length. */
import type { LanguageId } from '@filesmith/contract/languages'
import type { SearchEffort } from '../sentence-translator.ts'
import { isWrittenWithoutSpaces } from './join-sentences.ts'

/** Beam search takes several times as long as greedy search; on a longer text that would be noticed. */
const maxWordsForBest = 500
const charactersPerWord = 2

export function effortFor(texts: readonly string[], language: LanguageId): SearchEffort {
  const words = isWrittenWithoutSpaces(language)
    ? texts.reduce((sum, text) => sum + text.length, 0) / charactersPerWord
    : texts.reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0)
  return words < maxWordsForBest ? 'best' : 'fast'
}
