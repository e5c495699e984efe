/** A LibreTranslate server as a provider: whatever pairs it says it has. */
import { AppError } from '@filesmith/contract/errors'
import { type LanguageId, languageIds } from '@filesmith/contract/languages'
import { z } from 'zod'
import type { EngineSettings } from '../../../engine.ts'
import type { ProvidedPair, TranslationProvider } from '../../sentence-translator.ts'
import { callService } from '../call-service.ts'
import { createRefreshed } from '../refreshed.ts'
import { translateInPortions } from '../service-portions.ts'

/** What such servers usually reach; see docs/decisions/0024. */
const score = 57
const portion = { sentences: 25, characters: 4000 }
const languagesTimeoutMs = 5000
const listHoldsMs = 10 * 60 * 1000
const listRetryMs = 60 * 1000

/** Under which names a language may stand there, ours first. */
const otherNames: Readonly<Partial<Record<LanguageId, readonly string[]>>> = {
  zh: ['zh-Hans', 'zh-CN'],
  pt: ['pt-BR', 'pb'],
}

const languagesSchema = z.array(z.object({ code: z.string(), targets: z.array(z.string()).optional() }))
const answerSchema = z.object({ translatedText: z.array(z.string()) })

/** Our languages and the server's names for them. */
type Languages = ReadonlyMap<LanguageId, { readonly name: string; readonly targets: readonly string[] }>

export async function startLibreTranslate(
  settings: EngineSettings,
  pausesMs?: number[],
): Promise<TranslationProvider | undefined> {
  const server = settings.translation.libreTranslate
  if (server === null) return undefined
  const closing = new AbortController()
  const address = (path: string) => `${server.url.replace(/\/+$/, '')}${path}`
  const service = 'LibreTranslate'

  const languages = createRefreshed<Languages>({
    initial: new Map(),
    holdsMs: listHoldsMs,
    retryMs: listRetryMs,
    load: async signal => {
      const url = address('/languages')
      return readLanguages(await callService({ service, url, signal, timeoutMs: languagesTimeoutMs }, []))
    },
    onFailure: error =>
      settings.warn(`The languages of LibreTranslate are not known: ${String((error as Error).cause)}`),
  })
  await languages.refresh()

  return {
    id: 'libretranslate',
    pairs: () => pairsOf(languages.read()),
    async translate(sentences, { from, to }, signal) {
      const known = languages.read()
      const source = known.get(from)?.name ?? from
      const target = known.get(to)?.name ?? to
      const key = server.key === null ? {} : { api_key: server.key }
      return translateInPortions(sentences, portion, async q => {
        const call = {
          service,
          url: address('/translate'),
          body: { q, source, target, format: 'text', ...key },
          signal: AbortSignal.any([signal, closing.signal]),
          timeoutMs: settings.translation.timeoutMs,
          explain,
        }
        return readAnswer(await callService(call, pausesMs))
      })
    },
    async close() {
      closing.abort()
      languages.close()
    },
  }
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
    // Older servers do not say which targets a language has: all of them.
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
  return [language, ...(otherNames[language] ?? [])]
}

function readAnswer(answer: unknown): string[] {
  const read = answerSchema.safeParse(answer)
  if (read.success) return read.data.translatedText
  throw new AppError('translation-failed', {}, { cause: new Error('LibreTranslate answered something else') })
}
