/** DeepL provider, enabled by an API key. */
import { type LanguageId, languageIds } from '@filesmith/contract/languages'
import { z } from 'zod'
import type { EngineSettings } from '../../../engine.ts'
import type { ProvidedPair, TranslationProvider } from '../../sentence-translator.ts'
import { startServiceProvider } from '../service-provider.ts'

/** Clearly above all others; see docs/decisions/0024. */
const score = 66
/** At most 50 texts and 128 KiB per request. */
const batch = { sentences: 50, characters: 25_000 }
const listTtlMs = 24 * 60 * 60 * 1000
const listRetryMs = 10 * 60 * 1000

/** DeepL requires a regional variant for these target languages. */
const targetCodes: Readonly<Partial<Record<LanguageId, string>>> = {
  en: 'EN-US',
  pt: 'PT-BR',
  zh: 'ZH-HANS',
}

/** Used until the list is fetched. */
const defaultLanguages: readonly LanguageId[] = languageIds.filter(id => id !== 'hi')

const languagesSchema = z.array(z.object({ language: z.string() }))
const answerSchema = z
  .object({ translations: z.array(z.object({ text: z.string() })) })
  .transform(({ translations }) => translations.map(({ text }) => text))

export async function startDeepl(
  settings: EngineSettings,
  retryDelaysMs?: number[],
): Promise<TranslationProvider | undefined> {
  const account = settings.translation.deepl
  if (account === null) return undefined
  return startServiceProvider(
    {
      id: 'deepl',
      name: 'DeepL',
      url: account.url,
      headers: { authorization: `DeepL-Auth-Key ${account.key}` },
      explain,
      languages: {
        path: '/v2/languages?type=source',
        initial: defaultLanguages,
        read: readLanguages,
        ttlMs: listTtlMs,
        retryMs: listRetryMs,
      },
      pairs: pairsOf,
      batch,
      translation: {
        path: '/v2/translate',
        body: (text, from, to) => ({
          text,
          source_lang: from.toUpperCase(),
          target_lang: targetCodes[to] ?? to.toUpperCase(),
          split_sentences: '0',
          preserve_formatting: true,
        }),
        answer: answerSchema,
      },
    },
    settings,
    retryDelaysMs,
  )
}

function explain(status: number): string | undefined {
  if (status === 403) return 'it refuses the key (status 403)'
  return status === 456 ? "the account's characters are used up (status 456)" : undefined
}

function readLanguages(answer: unknown): readonly LanguageId[] {
  const codes = new Set(languagesSchema.parse(answer).map(({ language }) => language.toLowerCase()))
  return languageIds.filter(id => codes.has(id))
}

function pairsOf(languages: readonly LanguageId[]): ProvidedPair[] {
  return languages.flatMap(from =>
    languages
      .filter(to => to !== from)
      .map((to): ProvidedPair => ({ from, to, score, quality: 'good', downloadBytes: null })),
  )
}
