import { AppError } from '@filesmith/contract/errors'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import type { Translator } from '@filesmith/engines/engine'
import { expect, test } from 'vitest'
import type { JobPayload } from '../ports/job-queue.ts'
import { type JobResult, workerShutdown } from './run-queues.ts'
import { translateText } from './translate-texts.ts'

const pair: TranslationPair = {
  from: 'en',
  to: 'es',
  engine: 'mt12',
  quality: 'draft',
  through: null,
  downloadBytes: null,
}

const twoChunks: Translator = {
  pairs: () => [pair],
  async translate({ onChunk }) {
    await onChunk('Uno. ')
    await onChunk('Dos.')
    return pair
  },
  detectLanguage: async () => 'en',
}

interface Attempt {
  readonly result: JobResult
  readonly output: string[]
}

async function translate(
  translator: Translator,
  changes: Partial<JobPayload<'translate-text'>> = {},
  { signal = new AbortController().signal, isLeased = (): boolean => true } = {},
): Promise<Attempt> {
  const output: string[] = []
  const quiet = () => undefined
  const result = await translateText(
    {
      jobQueue: {
        async append(_job, chunk) {
          if (isLeased()) output.push(chunk)
          return isLeased()
        },
      },
      engines: { translator },
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    },
    {
      id: 'job-1',
      queue: 'translate-text',
      payload: { text: 'One. Two.', sourceLanguage: 'en', targetLanguage: 'es', ...changes },
      attempt: 1,
      isLastAttempt: false,
      waitedMs: 0,
    },
    signal,
  )
  return { result, output }
}

test('translateText: appends chunks as they are translated, then replies with the pair', async () => {
  expect(await translate(twoChunks)).toEqual({
    output: ['Uno. ', 'Dos.'],
    result: { end: 'done', reply: { sourceLanguage: 'en', pair, untranslated: [] } },
  })
})

test('translateText: reports the sentences that were left in the source language', async () => {
  const unsure: Translator = {
    ...twoChunks,
    async translate({ onChunk, onUntranslated }) {
      await onChunk('Uno. Two.')
      onUntranslated?.('Two.')
      return pair
    },
  }
  expect((await translate(unsure)).result).toMatchObject({ reply: { untranslated: ['Two.'] } })
})

test('translateText: detects the source language if it is not given', async () => {
  expect(await translate(twoChunks, { sourceLanguage: null })).toMatchObject({
    output: ['Uno. ', 'Dos.'],
    result: { reply: { sourceLanguage: 'en' } },
  })
  const unsure = { ...twoChunks, detectLanguage: async () => undefined }
  expect((await translate(unsure, { sourceLanguage: null })).result).toEqual({
    end: 'failed',
    error: { code: 'language-unknown', params: {} },
  })
})

test('translateText: only detects the language if no target is given', async () => {
  expect(await translate(twoChunks, { sourceLanguage: null, targetLanguage: null })).toEqual({
    output: [],
    result: { end: 'done', reply: { sourceLanguage: 'en', pair: null, untranslated: [] } },
  })
})

test('translateText: returns a text that is already in the target language unchanged', async () => {
  expect(await translate(twoChunks, { sourceLanguage: null, targetLanguage: 'en' })).toEqual({
    output: ['One. Two.'],
    result: { end: 'done', reply: { sourceLanguage: 'en', pair: null, untranslated: [] } },
  })
})

test('translateText: reports failures', async () => {
  const broken: Translator = {
    ...twoChunks,
    translate: () => Promise.reject(new AppError('translation-failed')),
  }
  expect((await translate(broken)).result).toEqual({
    end: 'failed',
    error: { code: 'translation-failed', params: {} },
  })
})

test('translateText: stops at the first chunk after the lease is lost', async () => {
  let appended = 0
  const counting: Translator = {
    ...twoChunks,
    async translate(translation) {
      return twoChunks.translate({
        ...translation,
        async onChunk(chunk) {
          await translation.onChunk(chunk)
          appended += 1
        },
      })
    },
  }
  const { output } = await translate(counting, {}, { isLeased: () => appended === 0 })
  expect([output, appended]).toEqual([['Uno. '], 1])
})

test('translateText: is requeued on shutdown and dropped when canceled', async () => {
  for (const [reason, end] of [
    [workerShutdown, 'requeue'],
    [new AppError('cancelled'), 'done'],
  ] as const) {
    const stop = new AbortController()
    const patient: Translator = {
      ...twoChunks,
      async translate() {
        stop.abort(reason)
        throw new AppError('cancelled')
      },
    }
    expect((await translate(patient, {}, { signal: stop.signal })).result).toEqual({ end })
  }
})
