import { AppError } from '@filesmith/contract/errors'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import type { Translator } from '@filesmith/engines/engine'
import { afterEach, expect, test } from 'vitest'
import type { TextJob, TranslationQueue } from '../ports/translation-queue.ts'
import { translateTexts } from './translate-texts.ts'

const pair: TranslationPair = {
  from: 'en',
  to: 'es',
  engine: 'apertium',
  quality: 'basic',
  through: null,
  downloadBytes: null,
}

const job = (changes: Partial<TextJob> = {}): TextJob => ({
  id: 'text-1',
  text: 'One. Two.',
  sourceLanguage: 'en',
  targetLanguage: 'es',
  status: 'working',
  attempt: 1,
  translated: '',
  pair: null,
  errorCode: null,
  errorParams: {},
  ...changes,
})

const twoChunks: Translator = {
  pairs: () => [pair],
  async translate({ onChunk }) {
    await onChunk('Uno. ')
    await onChunk('Dos.')
    return pair
  },
  detectLanguage: async () => 'en',
}

let running: { stop(): Promise<void> } | undefined
afterEach(() => running?.stop())

/** Runs the worker on an in-memory queue with one text, until it polls again. */
async function work(text: TextJob, translator: Translator, isWanted = () => true): Promise<string[]> {
  const done: string[] = []
  const waiting = [text]
  const isEmpty = Promise.withResolvers<void>()
  let announce: (id: string) => void = () => undefined
  const settle = (event: string) => {
    if (!isWanted()) return false
    done.push(event)
    return true
  }
  const queue: TranslationQueue = {
    enqueue: async () => undefined,
    remove: async () => undefined,
    removeBefore: async () => 0,
    find: async () => (isWanted() ? text : undefined),
    async claim() {
      const next = waiting.shift()
      if (!next) isEmpty.resolve()
      return next
    },
    renewLease: async () => isWanted(),
    requeue: async () => settle('requeued'),
    async append(_job, chunk) {
      announce(text.id)
      return settle(chunk)
    },
    answer: async (_job, answer) => settle(`done in ${answer.sourceLanguage} by ${answer.pair?.engine}`),
    fail: async (_job, { code }) => settle(`failed: ${code}`),
  }
  const quiet = () => undefined
  running = translateTexts(
    {
      translationQueue: queue,
      engines: { translator },
      workers: { listDisabledEngines: async () => new Set() },
      notifications: {
        publish: async () => undefined,
        subscribe(topic, listener) {
          if (topic === 'text-changed') announce = listener
          return quiet
        },
      },
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    },
    1,
  )
  await isEmpty.promise
  return done
}

test('translateTexts: delivers chunks as they are translated, then the pair', async () => {
  expect(await work(job(), twoChunks)).toEqual(['Uno. ', 'Dos.', 'done in en by apertium'])
})

test('translateTexts: detects the source language if it is not given', async () => {
  expect(await work(job({ sourceLanguage: null }), twoChunks)).toEqual([
    'Uno. ',
    'Dos.',
    'done in en by apertium',
  ])
  const unsure = { ...twoChunks, detectLanguage: async () => undefined }
  expect(await work(job({ sourceLanguage: null }), unsure)).toEqual(['failed: language-unknown'])
})

test('translateTexts: only detects the language if no target is given', async () => {
  expect(await work(job({ sourceLanguage: null, targetLanguage: null }), twoChunks)).toEqual([
    'done in en by undefined',
  ])
})

test('translateTexts: returns a text that is already in the target language unchanged', async () => {
  expect(await work(job({ sourceLanguage: null, targetLanguage: 'en' }), twoChunks)).toEqual([
    'One. Two.',
    'done in en by undefined',
  ])
})

test('translateTexts: reports failures', async () => {
  const broken: Translator = {
    ...twoChunks,
    translate: () => Promise.reject(new AppError('translation-failed')),
  }
  expect(await work(job(), broken)).toEqual(['failed: translation-failed'])
})

test('translateTexts: aborts a text that is no longer wanted', async () => {
  let isWanted = true
  let sawAbort = false
  const patient: Translator = {
    ...twoChunks,
    async translate({ onChunk, signal }) {
      await onChunk('Uno. ')
      isWanted = false
      await Promise.resolve(onChunk('Dos.')).catch(() => undefined)
      if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve))
      sawAbort = true
      throw new AppError('cancelled')
    },
  }
  expect(await work(job(), patient, () => isWanted)).toEqual(['Uno. '])
  expect(sawAbort).toBe(true)
})
