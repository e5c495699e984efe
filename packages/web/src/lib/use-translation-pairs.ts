/** Which languages can be put into which on this server, and how well. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { LanguageId } from '@filesmith/contract/languages'
import { translationPairsReplySchema } from '@filesmith/contract/schemas/translation'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import { useQuery } from '@tanstack/react-query'

/** Undefined while the server is being asked, or when it could not say: then the call itself will answer. */
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

/** Whether there is a way, as far as anybody knows. */
export function canTranslate(
  pairs: readonly TranslationPair[] | undefined,
  from: LanguageId,
  to: LanguageId,
): boolean {
  return pairs === undefined || findPair(pairs, from, to) !== undefined
}
