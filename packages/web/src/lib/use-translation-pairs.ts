/** Language pairs that the server can translate, with their quality. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { LanguageId } from '@filesmith/contract/languages'
import { translationPairsReplySchema } from '@filesmith/contract/schemas/translation'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import { useQuery } from '@tanstack/react-query'

/** Undefined while loading and on failure. */
export function useTranslationPairs(): readonly TranslationPair[] | undefined {
  const { data } = useQuery({
    queryKey: [apiPaths.translationPairs],
    select: reply => translationPairsReplySchema.parse(reply).pairs,
  })
  return data
}

export function findPair(
  pairs: readonly TranslationPair[],
  from: LanguageId,
  to: LanguageId,
): TranslationPair | undefined {
  return pairs.find(pair => pair.from === from && pair.to === to)
}

/** True if the pair is supported or the pairs are unknown. */
export function canTranslate(
  pairs: readonly TranslationPair[] | undefined,
  from: LanguageId,
  to: LanguageId,
): boolean {
  return pairs === undefined || findPair(pairs, from, to) !== undefined
}
