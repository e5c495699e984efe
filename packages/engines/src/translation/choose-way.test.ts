import type { LanguageId } from '@filesmith/contract/languages'
import { describe, expect, test } from 'vitest'
import { bestWays, findWays, legsOf } from './choose-way.ts'
import { fakeProvider } from './provider.fixture.ts'
import { readQuality } from './providers/mt12/find-weights.ts'
import type { TranslationProvider } from './sentence-translator.ts'

const apertium = fakeProvider('apertium', 'basic', {
  'en-es': 40,
  'es-en': 41,
  'es-fr': 41,
  'fr-es': 44,
  'es-it': 43,
  'it-es': 44,
})
const mt12 = fakeProvider('mt12', 'draft', {
  'en-es': 45,
  'de-en': 46.2,
  'en-fr': 50.2,
  'en-it': 43.7,
  'hi-en': 40,
  'pt-es': 46.4,
})

function best(providers: readonly TranslationProvider[], from: LanguageId, to: LanguageId) {
  const pair = findWays(legsOf(providers), { from, to })[0]?.pair
  return pair && `${pair.engine} ${pair.quality} ${pair.through ?? 'directly'}`
}

describe('the way a pair is translated', () => {
  test('a good engine goes before the better of the others', () => {
    const good = fakeProvider('libretranslate', 'good', { 'en-es': 30 })
    expect(best([apertium, mt12, good], 'en', 'es')).toBe('libretranslate good directly')
  })

  test('a good direct way goes before a good one through English, whatever their scores', () => {
    const direct = fakeProvider('libretranslate', 'good', { 'de-fr': 50 })
    const legs = fakeProvider('bergamot', 'good', { 'de-en': 65, 'en-fr': 65 })
    expect(best([direct, legs], 'de', 'fr')).toBe('libretranslate good directly')
    expect(best([legs], 'de', 'fr')).toBe('bergamot good en')
  })

  test('two good legs go before a draft that is direct', () => {
    const legs = fakeProvider('bergamot', 'good', { 'pt-en': 60, 'en-es': 60 })
    expect(best([mt12, legs], 'pt', 'es')).toBe('bergamot good en')
  })

  test('of good ones the better is taken, and of equals the one that needs no download', () => {
    const here = fakeProvider('libretranslate', 'good', { 'en-es': 60 })
    const toFetch = fakeProvider('bergamot', 'good', { 'en-es': 60 }, 20_000_000)
    const best66 = fakeProvider('deepl', 'good', { 'en-es': 66 })
    expect(best([toFetch, here], 'en', 'es')).toBe('libretranslate good directly')
    expect(best([toFetch, here, best66], 'en', 'es')).toBe('deepl good directly')
  })

  test('between Apertium and mt12 the known score decides', () => {
    expect(best([apertium, mt12], 'en', 'es')).toBe('mt12 draft directly')
    expect(best([apertium, mt12], 'es', 'en')).toBe('apertium basic directly')
  })

  test('Apertium goes through Spanish where nothing better is there', () => {
    expect(best([apertium], 'en', 'fr')).toBe('apertium basic es')
    expect(best([apertium, mt12], 'en', 'fr')).toBe('mt12 draft directly')
    expect(best([apertium, mt12], 'fr', 'it')).toBe('apertium basic es')
  })

  test('a draft of a draft is offered only when it still reaches what a draft must', () => {
    expect(best([mt12], 'de', 'fr')).toBe('mt12 draft en')
    expect(best([mt12], 'de', 'es')).toBe('mt12 draft en')
    // 43.7 and 40 less 5 are under 40.
    expect(best([mt12], 'de', 'it')).toBeUndefined()
    expect(best([mt12], 'hi', 'fr')).toBeUndefined()
  })

  test('a chain is named after its weaker link', () => {
    const good = fakeProvider('deepl', 'good', { 'en-ja': 66 })
    expect(best([mt12, good], 'de', 'ja')).toBe('mt12 draft en')
  })

  test('what must be fetched for a way is added up', () => {
    const legs = fakeProvider('bergamot', 'good', { 'de-en': 60, 'en-fr': 60 }, 20_000_000)
    expect(findWays(legsOf([legs]), { from: 'de', to: 'fr' })[0]?.pair.downloadBytes).toBe(40_000_000)
  })

  test('every pair appears once, and none without a way', () => {
    const pairs = bestWays(legsOf([apertium]))
    const names = pairs.map(({ from, to }) => `${from}-${to}`)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toHaveLength(12)
    expect(bestWays([])).toEqual([])
  })
})

describe('the list of scores of mt12', () => {
  const json = (scores: object) => JSON.stringify({ offerFrom: 40, scores })

  test('directions under its limit and unknown languages are not offered', () => {
    const pairs = readQuality(json({ 'en-es': 45, 'hi-en': 40, 'en-zh': 15.5, 'en-xx': 90 }))
    expect(pairs.map(({ from, to }) => `${from}-${to}`)).toEqual(['en-es', 'hi-en'])
    expect(pairs[0]).toMatchObject({ quality: 'draft', score: 45, downloadBytes: null })
  })

  test('something else is refused', () => {
    expect(() => readQuality('{"scores": {}}')).toThrow()
    expect(() => readQuality(json({ 'en-es': 'high' }))).toThrow()
  })
})
