/** Fake provider for tests: prefixes each sentence with its id, or fails on demand. */
import type { LanguageId } from '@filesmith/contract/languages'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import type { ProvidedPair, TranslationProvider } from './sentence-translator.ts'

export interface FakeProvider extends TranslationProvider {
  failure: Error | undefined
  readonly received: string[]
  isClosed: boolean
}

/** Pairs as `de-en: score`. */
export function fakeProvider(
  id: TranslationPair['engine'],
  quality: TranslationPair['quality'],
  scores: Readonly<Record<string, number>>,
  downloadBytes: number | null = null,
): FakeProvider {
  const pairs = Object.entries(scores).map(([name, score]): ProvidedPair => {
    const [from, to] = name.split('-') as [LanguageId, LanguageId]
    return { from, to, score, quality, downloadBytes }
  })
  const provider: FakeProvider = {
    id,
    isBundled: id === 'mt12' || id === 'apertium',
    failure: undefined,
    received: [],
    isClosed: false,
    pairs: () => pairs,
    async translate(sentences, { from, to }) {
      provider.received.push(`${from}-${to}`)
      if (provider.failure) throw provider.failure
      return sentences.map(sentence => `${id} ${to}(${sentence})`)
    },
    async close() {
      provider.isClosed = true
    },
  }
  return provider
}
