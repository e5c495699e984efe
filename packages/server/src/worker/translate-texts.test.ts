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

const twoPieces: Translator = {
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

/** A desk in memory with one text on it; ends when the worker comes back for the next. */
async function work(text: TextJob, translator: Translator, isWanted = () => true): Promise<string[]> {
  const done: string[] = []
  const waiting = [text]
  const isEmpty = Promise.withResolvers<void>()
  let announce: (id: string) => void = () => undefined
  const settle = (what: string) => {
    if (!isWanted()) return false
    done.push(what)
    return true
  }
  const desk: TranslationQueue = {
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
    requeue: async () => settle('put back'),
    async append(_job, piece) {
      announce(text.id)
      return settle(piece)
    },
    answer: async (_job, answer) => settle(`done in ${answer.sourceLanguage} by ${answer.pair?.engine}`),
    fail: async (_job, { code }) => settle(`failed: ${code}`),
  }
  const quiet = () => undefined
  running = translateTexts(
    {
      translationQueue: desk,
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

test('pieces are handed over as they come, and then who translated', async () => {
  expect(await work(job(), twoPieces)).toEqual(['Uno. ', 'Dos.', 'done in en by apertium'])
})

test('a language nobody named is found out first', async () => {
  expect(await work(job({ sourceLanguage: null }), twoPieces)).toEqual([
    'Uno. ',
    'Dos.',
    'done in en by apertium',
  ])
  const unsure = { ...twoPieces, detectLanguage: async () => undefined }
  expect(await work(job({ sourceLanguage: null }), unsure)).toEqual(['failed: language-unknown'])
})

test('where only the language is asked for nothing is translated', async () => {
  expect(await work(job({ sourceLanguage: null, targetLanguage: null }), twoPieces)).toEqual([
    'done in en by undefined',
  ])
})

test('a text in the asked language comes back as it is', async () => {
  expect(await work(job({ sourceLanguage: null, targetLanguage: 'en' }), twoPieces)).toEqual([
    'One. Two.',
    'done in en by undefined',
  ])
})

test('what goes wrong is told', async () => {
  const broken: Translator = {
    ...twoPieces,
    translate: () => Promise.reject(new AppError('translation-failed')),
  }
  expect(await work(job(), broken)).toEqual(['failed: translation-failed'])
})

test('a text nobody waits for any more is left at once', async () => {
  let isWanted = true
  let sawAbort = false
  const patient: Translator = {
    ...twoPieces,
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
