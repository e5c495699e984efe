/** LibreTranslate provider: offers the pairs that the server lists. */
import { type LanguageId, languageIds } from '@filesmith/contract/languages'
import { z } from 'zod'
import type { EngineSettings } from '../../../engine.ts'
import type { ProvidedPair, TranslationProvider } from '../../sentence-translator.ts'
import { startServiceProvider } from '../service-provider.ts'

/** Typical for such servers; see docs/decisions/0024. */
const score = 57
const batch = { sentences: 25, characters: 4000 }
const listTtlMs = 10 * 60 * 1000
const listRetryMs = 60 * 1000

/** Alternative language codes used by servers. */
const alternativeNames: Readonly<Partial<Record<LanguageId, readonly string[]>>> = {
  zh: ['zh-Hans', 'zh-CN'],
  pt: ['pt-BR', 'pb'],
}

const languagesSchema = z.array(z.object({ code: z.string(), targets: z.array(z.string()).optional() }))
const answerSchema = z
  .object({ translatedText: z.array(z.string()) })
  .transform(({ translatedText }) => translatedText)

/** Language ids with the names used by the server. */
type Languages = ReadonlyMap<LanguageId, { readonly name: string; readonly targets: readonly string[] }>

export async function startLibreTranslate(
  settings: EngineSettings,
  retryDelaysMs?: number[],
): Promise<TranslationProvider | undefined> {
  const server = settings.translation.libreTranslate
  if (server === null) return undefined
  const key = server.key === null ? {} : { api_key: server.key }
  return startServiceProvider(
    {
      id: 'libretranslate',
      name: 'LibreTranslate',
      url: server.url,
      explain,
      languages: {
        path: '/languages',
        initial: new Map() as Languages,
        read: readLanguages,
        ttlMs: listTtlMs,
        retryMs: listRetryMs,
      },
      pairs: pairsOf,
      batch,
      translation: {
        path: '/translate',
        body: (q, from, to, languages) => ({
          q,
          source: languages.get(from)?.name ?? from,
          target: languages.get(to)?.name ?? to,
          format: 'text',
          ...key,
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
  return status === 400 ? 'it does not translate this pair, or not so much at once (status 400)' : undefined
}

export function readLanguages(answer: unknown): Languages {
  const offered = languagesSchema.parse(answer)
  const names = offered.map(({ code }) => code)
  const known = new Map<LanguageId, { name: string; targets: readonly string[] }>()
  for (const id of languageIds) {
    const name = namesOf(id).find(candidate => names.includes(candidate))
    const language = offered.find(({ code }) => code === name)
    // Older servers do not list targets: assume all.
    if (language) known.set(id, { name: language.code, targets: language.targets ?? names })
  }
  return known
}

function pairsOf(languages: Languages): ProvidedPair[] {
  return [...languages].flatMap(([from, { targets }]) =>
    [...languages]
      .filter(([to, { name }]) => to !== from && targets.includes(name))
      .map(([to]): ProvidedPair => ({ from, to, score, quality: 'good', downloadBytes: null })),
  )
}

function namesOf(language: LanguageId): readonly string[] {
  return [language, ...(alternativeNames[language] ?? [])]
}
