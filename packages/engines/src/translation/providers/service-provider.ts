/** Provider for a translation web service: caches its supported languages and sends sentences in batches. */
import { AppError } from '@filesmith/contract/errors'
import type { LanguageId } from '@filesmith/contract/languages'
import type { z } from 'zod'
import type { EngineSettings } from '../../engine.ts'
import type { ProvidedPair, TranslationProvider } from '../sentence-translator.ts'
import { callService } from './call-service.ts'
import { createRefreshingCache } from './refreshing-cache.ts'
import { type BatchSize, splitBatches } from './split-batches.ts'

export interface WebService<Languages> {
  readonly id: TranslationProvider['id']
  /** For log messages. */
  readonly name: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Explains an error status to the operator. */
  readonly explain: (status: number) => string | undefined
  readonly languages: {
    readonly path: string
    readonly initial: Languages
    readonly read: (answer: unknown) => Languages
    readonly ttlMs: number
    readonly retryMs: number
  }
  readonly pairs: (languages: Languages) => ProvidedPair[]
  readonly batch: { readonly sentences: number; readonly characters: number }
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
  retryDelaysMs?: number[],
): Promise<TranslationProvider> {
  const { name, headers = {}, explain, translation } = service
  const closing = new AbortController()
  const addressOf = (path: string) => `${service.url.replace(/(?<!\/)\/+$/, '')}${path}`
  const languages = createRefreshingCache<Languages>({
    ...service.languages,
    load: async signal => {
      const url = addressOf(service.languages.path)
      const call = { service: name, url, headers, signal, timeoutMs: languagesTimeoutMs, explain }
      return service.languages.read(await callService(call, []))
    },
    onFailure: error =>
      settings.warn(`Cannot fetch the languages of ${name}: ${String((error as Error).cause)}`),
  })
  await languages.refresh()

  return {
    id: service.id,
    isBundled: false,
    pairs: () => service.pairs(languages.read()),
    translate: (sentences, { from, to }, signal) =>
      translateInBatches(sentences, service.batch, async batch => {
        const call = {
          service: name,
          url: addressOf(translation.path),
          headers,
          body: translation.body(batch, from, to, languages.read()),
          signal: AbortSignal.any([signal, closing.signal]),
          timeoutMs: settings.translation.timeoutMs,
          explain,
        }
        const read = translation.answer.safeParse(await callService(call, retryDelaysMs))
        if (read.success) return read.data
        const cause = new Error(`${name} returned a malformed response`)
        throw new AppError('translation-failed', {}, { cause })
      }),
    async close() {
      closing.abort()
      languages.close()
    },
  }
}

/** Sequentially, because services limit concurrent requests. */
async function translateInBatches(
  sentences: readonly string[],
  size: BatchSize,
  translateBatch: (batch: readonly string[]) => Promise<readonly string[]>,
): Promise<string[]> {
  const translated: string[] = []
  for (const batch of splitBatches(sentences, size)) {
    const answers = await translateBatch(batch)
    if (answers.length !== batch.length) {
      const cause = new Error(`${answers.length} translations came back for ${batch.length} sentences`)
      throw new AppError('translation-failed', {}, { cause })
    }
    translated.push(...answers)
  }
  return translated
}
