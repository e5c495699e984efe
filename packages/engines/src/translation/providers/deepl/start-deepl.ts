/** DeepL as a provider, for those who have a key. */
import { AppError } from '@filesmith/contract/errors'
import { type LanguageId, languageIds } from '@filesmith/contract/languages'
import { z } from 'zod'
import type { EngineSettings } from '../../../engine.ts'
import type { ProvidedPair, TranslationProvider } from '../../sentence-translator.ts'
import { callService } from '../call-service.ts'
import { createRefreshed } from '../refreshed.ts'
import { translateInPortions } from '../service-portions.ts'

/** Clearly above every other; see docs/decisions/0024. */
const score = 66
/** At most 50 texts and 128 KiB a request. */
const portion = { sentences: 50, characters: 25_000 }
const languagesTimeoutMs = 5000
const listHoldsMs = 24 * 60 * 60 * 1000
const listRetryMs = 10 * 60 * 1000

/** A target needs its variety where DeepL knows several. */
const targetCodes: Readonly<Partial<Record<LanguageId, string>>> = {
  en: 'EN-US',
  pt: 'PT-BR',
  zh: 'ZH-HANS',
}

/** What it had for years, until it is asked. */
const usualLanguages: readonly LanguageId[] = languageIds.filter(id => id !== 'hi')

const languagesSchema = z.array(z.object({ language: z.string() }))
const answerSchema = z.object({ translations: z.array(z.object({ text: z.string() })) })

export async function startDeepl(
  settings: EngineSettings,
  pausesMs?: number[],
): Promise<TranslationProvider | undefined> {
  const account = settings.translation.deepl
  if (account === null) return undefined
  const closing = new AbortController()
  const address = (path: string) => `${account.url.replace(/\/+$/, '')}${path}`
  const headers = { authorization: `DeepL-Auth-Key ${account.key}` }
  const service = 'DeepL'

  const languages = createRefreshed<readonly LanguageId[]>({
    initial: usualLanguages,
    holdsMs: listHoldsMs,
    retryMs: listRetryMs,
    load: async signal => {
      const url = address('/v2/languages?type=source')
      const call = { service, url, headers, signal, timeoutMs: languagesTimeoutMs, explain }
      const offered = languagesSchema.parse(await callService(call, []))
      const codes = new Set(offered.map(({ language }) => language.toLowerCase()))
      return languageIds.filter(id => codes.has(id))
    },
    onFailure: error =>
      settings.warn(`The languages of DeepL are not known: ${String((error as Error).cause)}`),
  })
  await languages.refresh()

  return {
    id: 'deepl',
    pairs: () => pairsOf(languages.read()),
    translate: (sentences, { from, to }, signal) =>
      translateInPortions(sentences, portion, async text => {
        const call = {
          service,
          url: address('/v2/translate'),
          headers,
          body: {
            text,
            source_lang: from.toUpperCase(),
            target_lang: targetCodes[to] ?? to.toUpperCase(),
            split_sentences: '0',
            preserve_formatting: true,
          },
          signal: AbortSignal.any([signal, closing.signal]),
          timeoutMs: settings.translation.timeoutMs,
          explain,
        }
        return readAnswer(await callService(call, pausesMs))
      }),
    async close() {
      closing.abort()
      languages.close()
    },
  }
}

function explain(status: number): string | undefined {
  if (status === 403) return 'it refuses the key (status 403)'
  return status === 456 ? "the account's characters are used up (status 456)" : undefined
}

function pairsOf(languages: readonly LanguageId[]): ProvidedPair[] {
  return languages.flatMap(from =>
    languages
      .filter(to => to !== from)
      .map((to): ProvidedPair => ({ from, to, score, quality: 'good', downloadBytes: null })),
  )
}

function readAnswer(answer: unknown): string[] {
  const read = answerSchema.safeParse(answer)
  if (read.success) return read.data.translations.map(({ text }) => text)
  throw new AppError('translation-failed', {}, { cause: new Error('DeepL answered something else') })
}
