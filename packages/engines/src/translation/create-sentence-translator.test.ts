import { AppError } from '@filesmith/contract/errors'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import { describe, expect, test } from 'vitest'
import { createFallbackTranslator } from './create-sentence-translator.ts'
import { fakeProvider } from './provider.fixture.ts'

const signal = () => new AbortController().signal
const serviceDown = () =>
  new AppError('translation-failed', {}, { cause: new Error('it answered with status 503') })

function setUp() {
  const deepl = fakeProvider('deepl', 'good', { 'en-es': 66, 'en-de': 66 })
  const apertium = fakeProvider('apertium', 'draft', { 'en-es': 40, 'es-fr': 40 })
  const warnings: string[] = []
  let nowMs = 1000
  const translator = createFallbackTranslator(
    [deepl, apertium],
    message => warnings.push(message),
    () => nowMs,
  )
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { deepl, apertium, translator, warnings, pass }
}

describe('SentenceTranslator.translate', () => {
  test('uses and reports the best route', async () => {
    const { translator, apertium } = setUp()
    const routes: TranslationPair[] = []
    const found = await translator.translate(['a', 'b'], { from: 'en', to: 'es' }, signal(), {
      onRoute: route => routes.push(route),
    })
    expect(found).toEqual(['deepl es(a)', 'deepl es(b)'])
    expect(routes).toMatchObject([{ engine: 'deepl', quality: 'good', through: null }])
    expect(apertium.received).toEqual([])
  })

  test('translates both legs of a pivot route', async () => {
    const { translator } = setUp()
    const found = await translator.translate(['a'], { from: 'en', to: 'fr' }, signal())
    expect(found).toEqual(['apertium fr(deepl es(a))'])
  })

  test('falls back to the next best engine and logs the reason', async () => {
    const { translator, deepl, warnings } = setUp()
    deepl.failure = serviceDown()
    const routes: string[] = []
    const found = await translator.translate(['a'], { from: 'en', to: 'es' }, signal(), {
      onRoute: route => routes.push(route.engine),
    })
    expect(found).toEqual(['apertium es(a)'])
    expect(routes).toEqual(['apertium'])
    expect(warnings[0]).toContain('status 503')
  })

  test('falls back if the engine returns fewer sentences than it got', async () => {
    const { translator, deepl, warnings } = setUp()
    deepl.translate = async ([first = '']) => [first]
    const found = await translator.translate(['a', ' ', 'b'], { from: 'en', to: 'es' }, signal())
    expect(found).toEqual(['apertium es(a)', '', 'apertium es(b)'])
    expect(warnings).toHaveLength(1)
  })

  test('skips a failed engine until its cooldown ends', async () => {
    const { translator, deepl, pass } = setUp()
    const engineOf = () => translator.pairs().find(({ from, to }) => from === 'en' && to === 'es')?.engine
    deepl.failure = serviceDown()
    await translator.translate(['a'], { from: 'en', to: 'es' }, signal())
    await translator.translate(['b'], { from: 'en', to: 'es' }, signal())
    expect(deepl.received).toEqual(['en-es'])
    expect(engineOf()).toBe('apertium')
    pass(61_000)
    deepl.failure = undefined
    expect(engineOf()).toBe('deepl')
    expect(await translator.translate(['c'], { from: 'en', to: 'es' }, signal())).toEqual(['deepl es(c)'])
  })

  test('uses an engine in cooldown as a last resort and still lists its pairs', async () => {
    const { translator, deepl } = setUp()
    deepl.failure = serviceDown()
    const ask = () => translator.translate(['a'], { from: 'en', to: 'de' }, signal())
    await expect(ask()).rejects.toMatchObject({ code: 'translation-failed' })
    expect(translator.pairs().some(({ to }) => to === 'de')).toBe(true)
    deepl.failure = undefined
    expect(await ask()).toEqual(['deepl de(a)'])
  })

  test('does not fall back after a cancellation', async () => {
    const { translator, deepl, apertium, warnings } = setUp()
    const canceling = new AbortController()
    deepl.failure = new Error('aborted')
    const running = translator.translate(['a'], { from: 'en', to: 'es' }, canceling.signal)
    canceling.abort()
    await expect(running).rejects.toMatchObject({ code: 'cancelled' })
    expect(apertium.received).toEqual([])
    expect(warnings).toEqual([])
  })

  test('does not send empty sentences', async () => {
    const { translator, deepl } = setUp()
    const pair = { from: 'en', to: 'es' } as const
    expect(await translator.translate(['', 'a', ' \n'], pair, signal())).toEqual(['', 'deepl es(a)', ''])
    expect(await translator.translate([' '], pair, signal())).toEqual([''])
    expect(deepl.received).toHaveLength(1)
  })

  test('returns sentences unchanged for identical languages', async () => {
    const { translator } = setUp()
    expect(await translator.translate(['a'], { from: 'ja', to: 'ja' }, signal())).toEqual(['a'])
  })

  test('rejects an unsupported pair with the language names', async () => {
    const { translator } = setUp()
    const error = await translator.translate(['a'], { from: 'ko', to: 'hi' }, signal()).catch(String)
    expect(error).toContain('cannot translate from Korean to Hindi')
  })

  test('translates an implausible answer again with more effort, then with another engine', async () => {
    const { apertium } = setUp()
    const mt12 = fakeProvider('mt12', 'draft', { 'en-es': 50 })
    const tried: string[] = []
    mt12.translate = async (sentences, _pair, _signal, effort) => {
      tried.push(`${effort}: ${sentences.join('|')}`)
      return sentences.map(sentence =>
        sentence === 'one' || (sentence === 'two' && effort === 'best') ? 'bien' : 'no no no no no',
      )
    }
    const translator = createFallbackTranslator([mt12, apertium], () => {})
    const pair = { from: 'en', to: 'es' } as const
    const found = await translator.translate(['one', 'two', 'three'], pair, signal(), { effort: 'fast' })
    expect(found).toEqual(['bien', 'bien', 'apertium es(three)'])
    expect(tried).toEqual(['fast: one|two|three', 'best: two|three', 'split: three'])
  })

  test('returns null for a sentence without any plausible translation', async () => {
    const { apertium } = setUp()
    apertium.translate = async sentences => sentences.map(() => 'no no no no no')
    const translator = createFallbackTranslator([apertium], () => {})
    expect(await translator.translate(['a'], { from: 'en', to: 'es' }, signal())).toEqual([null])
  })

  test('close: closes every engine', async () => {
    const { translator, deepl, apertium } = setUp()
    await translator.close()
    expect([deepl.isClosed, apertium.isClosed]).toEqual([true, true])
  })
})
