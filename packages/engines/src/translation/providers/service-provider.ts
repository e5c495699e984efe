/** A translation service on the web as a provider: what it offers is asked for now and then, sentences go there in portions. */
import { AppError } from '@filesmith/contract/errors'
import type { LanguageId } from '@filesmith/contract/languages'
import type { z } from 'zod'
import type { EngineSettings } from '../../engine.ts'
import type { ProvidedPair, TranslationProvider } from '../sentence-translator.ts'
import { callService } from './call-service.ts'
import { createRefreshed } from './refreshed.ts'
import { translateInPortions } from './service-portions.ts'

export interface WebService<Languages> {
  readonly id: TranslationProvider['id']
  /** In messages to the operator. */
  readonly name: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** What a status of a refusal means there. */
  readonly explain: (status: number) => string | undefined
  readonly languages: {
    readonly path: string
    readonly initial: Languages
    readonly read: (answer: unknown) => Languages
    readonly holdsMs: number
    readonly retryMs: number
  }
  readonly pairs: (languages: Languages) => ProvidedPair[]
  readonly portion: { readonly sentences: number; readonly characters: number }
  readonly translation: {
    readonly path: string
    readonly body: (
      sentences: readonly string[],
      from: LanguageId,
      to: LanguageId,
      languages: Languages,
    ) => object
    readonly answer: z.ZodType<string[]>
  }
}

const languagesTimeoutMs = 5000

export async function startServiceProvider<Languages>(
  service: WebService<Languages>,
  settings: EngineSettings,
  pausesMs?: number[],
): Promise<TranslationProvider> {
  const { name, headers = {}, explain, translation } = service
  const closing = new AbortController()
  const addressOf = (path: string) => `${service.url.replace(/\/+$/, '')}${path}`
  const languages = createRefreshed<Languages>({
    ...service.languages,
    load: async signal => {
      const url = addressOf(service.languages.path)
      const call = { service: name, url, headers, signal, timeoutMs: languagesTimeoutMs, explain }
      return service.languages.read(await callService(call, []))
    },
    onFailure: error =>
      settings.warn(`The languages of ${name} are not known: ${String((error as Error).cause)}`),
  })
  await languages.refresh()

  return {
    id: service.id,
    pairs: () => service.pairs(languages.read()),
    translate: (sentences, { from, to }, signal) =>
      translateInPortions(sentences, service.portion, async portion => {
        const call = {
          service: name,
          url: addressOf(translation.path),
          headers,
          body: translation.body(portion, from, to, languages.read()),
          signal: AbortSignal.any([signal, closing.signal]),
          timeoutMs: settings.translation.timeoutMs,
          explain,
        }
        const read = translation.answer.safeParse(await callService(call, pausesMs))
        if (read.success) return read.data
        const cause = new Error(`${name} answered something else`)
        throw new AppError('translation-failed', {}, { cause })
      }),
    async close() {
      closing.abort()
      languages.close()
    },
  }
}
