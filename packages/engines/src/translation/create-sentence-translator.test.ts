import { AppError } from '@filesmith/contract/errors'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import { describe, expect, test } from 'vitest'
import { translateWith } from './create-sentence-translator.ts'
import { fakeProvider } from './provider.fixture.ts'

const signal = () => new AbortController().signal
const serviceDown = () =>
  new AppError('translation-failed', {}, { cause: new Error('it answered with status 503') })

function setUp() {
  const deepl = fakeProvider('deepl', 'good', { 'en-es': 66, 'en-de': 66 })
  const apertium = fakeProvider('apertium', 'basic', { 'en-es': 40, 'es-fr': 40 })
  const warnings: string[] = []
  let nowMs = 1000
  const translator = translateWith(
    [deepl, apertium],
    message => warnings.push(message),
    () => nowMs,
  )
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { deepl, apertium, translator, warnings, pass }
}

describe('translating sentences', () => {
  test('the best way is taken and told', async () => {
    const { translator, apertium } = setUp()
    const ways: TranslationPair[] = []
    const found = await translator.translate(['a', 'b'], { from: 'en', to: 'es' }, signal(), way => {
      ways.push(way)
    })
    expect(found).toEqual(['deepl es(a)', 'deepl es(b)'])
    expect(ways).toMatchObject([{ engine: 'deepl', quality: 'good', through: null }])
    expect(apertium.asked).toEqual([])
  })

  test('through a third language both legs are gone', async () => {
    const { translator } = setUp()
    const found = await translator.translate(['a'], { from: 'en', to: 'fr' }, signal())
    expect(found).toEqual(['apertium fr(deepl es(a))'])
  })

  test('an engine that fails is replaced by the next best, and the operator hears why', async () => {
    const { translator, deepl, warnings } = setUp()
    deepl.failure = serviceDown()
    const ways: string[] = []
    const found = await translator.translate(['a'], { from: 'en', to: 'es' }, signal(), way => {
      ways.push(way.engine)
    })
    expect(found).toEqual(['apertium es(a)'])
    expect(ways).toEqual(['apertium'])
    expect(warnings[0]).toContain('status 503')
  })

  test('one that failed is asked again only after a rest, and is not offered as best meanwhile', async () => {
    const { translator, deepl, pass } = setUp()
    const engineOf = () => translator.pairs().find(({ from, to }) => from === 'en' && to === 'es')?.engine
    deepl.failure = serviceDown()
    await translator.translate(['a'], { from: 'en', to: 'es' }, signal())
    await translator.translate(['b'], { from: 'en', to: 'es' }, signal())
    expect(deepl.asked).toEqual(['en-es'])
    expect(engineOf()).toBe('apertium')
    pass(61_000)
    deepl.failure = undefined
    expect(engineOf()).toBe('deepl')
    expect(await translator.translate(['c'], { from: 'en', to: 'es' }, signal())).toEqual(['deepl es(c)'])
  })

  test('one that rests is tried all the same when nobody else can do it, and stays on the list', async () => {
    const { translator, deepl } = setUp()
    deepl.failure = serviceDown()
    const ask = () => translator.translate(['a'], { from: 'en', to: 'de' }, signal())
    await expect(ask()).rejects.toMatchObject({ code: 'translation-failed' })
    expect(translator.pairs().some(({ to }) => to === 'de')).toBe(true)
    deepl.failure = undefined
    expect(await ask()).toEqual(['deepl de(a)'])
  })

  test('a cancel is no failure: nobody else is asked', async () => {
    const { translator, deepl, apertium, warnings } = setUp()
    const canceling = new AbortController()
    deepl.failure = new Error('aborted')
    const running = translator.translate(['a'], { from: 'en', to: 'es' }, canceling.signal)
    canceling.abort()
    await expect(running).rejects.toMatchObject({ code: 'cancelled' })
    expect(apertium.asked).toEqual([])
    expect(warnings).toEqual([])
  })

  test('empty sentences stay empty and are never asked for', async () => {
    const { translator, deepl } = setUp()
    const pair = { from: 'en', to: 'es' } as const
    expect(await translator.translate(['', 'a', ' \n'], pair, signal())).toEqual(['', 'deepl es(a)', ''])
    expect(await translator.translate([' '], pair, signal())).toEqual([''])
    expect(deepl.asked).toHaveLength(1)
  })

  test('the same language needs nobody', async () => {
    const { translator } = setUp()
    expect(await translator.translate(['a'], { from: 'ja', to: 'ja' }, signal())).toEqual(['a'])
  })

  test('a pair without a way is refused by the names of its languages', async () => {
    const { translator } = setUp()
    const error = await translator.translate(['a'], { from: 'ko', to: 'hi' }, signal()).catch(String)
    expect(error).toContain('cannot translate from Korean to Hindi')
  })

  test('closing closes every engine', async () => {
    const { translator, deepl, apertium } = setUp()
    await translator.close()
    expect([deepl.isClosed, apertium.isClosed]).toEqual([true, true])
  })
})
