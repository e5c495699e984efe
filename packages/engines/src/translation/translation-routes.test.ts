import type { LanguageId } from '@filesmith/contract/languages'
import { describe, expect, test } from 'vitest'
import { bestTranslationPairs, findTranslationRoutes, legsOf } from './create-sentence-translator.ts'
import { fakeProvider } from './provider.fixture.ts'
import { readQuality } from './providers/mt12/start-mt12.ts'
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
  const pair = findTranslationRoutes(legsOf(providers), { from, to })[0]?.pair
  return pair && `${pair.engine} ${pair.quality} ${pair.through ?? 'directly'}`
}

describe('findTranslationRoutes', () => {
  test('prefers a good engine to a higher score of another quality', () => {
    const good = fakeProvider('libretranslate', 'good', { 'en-es': 30 })
    expect(best([apertium, mt12, good], 'en', 'es')).toBe('libretranslate good directly')
  })

  test('prefers a good direct route to a good pivot route, regardless of scores', () => {
    const direct = fakeProvider('libretranslate', 'good', { 'de-fr': 50 })
    const legs = fakeProvider('bergamot', 'good', { 'de-en': 65, 'en-fr': 65 })
    expect(best([direct, legs], 'de', 'fr')).toBe('libretranslate good directly')
    expect(best([legs], 'de', 'fr')).toBe('bergamot good en')
  })

  test('prefers two good legs to a direct draft', () => {
    const legs = fakeProvider('bergamot', 'good', { 'pt-en': 60, 'en-es': 60 })
    expect(best([mt12, legs], 'pt', 'es')).toBe('bergamot good en')
  })

  test('prefers the higher score among good engines, then the one without a download', () => {
    const local = fakeProvider('libretranslate', 'good', { 'en-es': 60 })
    const toFetch = fakeProvider('bergamot', 'good', { 'en-es': 60 }, 20_000_000)
    const best66 = fakeProvider('deepl', 'good', { 'en-es': 66 })
    expect(best([toFetch, local], 'en', 'es')).toBe('libretranslate good directly')
    expect(best([toFetch, local, best66], 'en', 'es')).toBe('deepl good directly')
  })

  test('chooses between Apertium and mt12 by score', () => {
    expect(best([apertium, mt12], 'en', 'es')).toBe('mt12 draft directly')
    expect(best([apertium, mt12], 'es', 'en')).toBe('apertium basic directly')
  })

  test('pivots through Spanish with Apertium if nothing better exists', () => {
    expect(best([apertium], 'en', 'fr')).toBe('apertium basic es')
    expect(best([apertium, mt12], 'en', 'fr')).toBe('mt12 draft directly')
    expect(best([apertium, mt12], 'fr', 'it')).toBe('apertium basic es')
  })

  test('offers a draft of a draft only above the minimum score', () => {
    expect(best([mt12], 'de', 'fr')).toBe('mt12 draft en')
    expect(best([mt12], 'de', 'es')).toBe('mt12 draft en')
    // 43.7 - 5 and 40 - 5 are below 40.
    expect(best([mt12], 'de', 'it')).toBeUndefined()
    expect(best([mt12], 'hi', 'fr')).toBeUndefined()
  })

  test('reports the weaker leg of a pivot route', () => {
    const good = fakeProvider('deepl', 'good', { 'en-ja': 66 })
    expect(best([mt12, good], 'de', 'ja')).toBe('mt12 draft en')
  })

  test('adds up the downloads of both legs', () => {
    const legs = fakeProvider('bergamot', 'good', { 'de-en': 60, 'en-fr': 60 }, 20_000_000)
    expect(findTranslationRoutes(legsOf([legs]), { from: 'de', to: 'fr' })[0]?.pair.downloadBytes).toBe(
      40_000_000,
    )
  })

  test('bestTranslationPairs: lists each translatable pair once', () => {
    const pairs = bestTranslationPairs(legsOf([apertium]))
    const names = pairs.map(({ from, to }) => `${from}-${to}`)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toHaveLength(12)
    expect(bestTranslationPairs([])).toEqual([])
  })
})

describe('readQuality', () => {
  const json = (scores: object) => JSON.stringify({ offerFrom: 40, scores })

  test('skips directions below the limit and unknown languages', () => {
    const pairs = readQuality(json({ 'en-es': 45, 'hi-en': 40, 'en-zh': 15.5, 'en-xx': 90 }))
    expect(pairs.map(({ from, to }) => `${from}-${to}`)).toEqual(['en-es', 'hi-en'])
    expect(pairs[0]).toMatchObject({ quality: 'draft', score: 45, downloadBytes: null })
  })

  test('rejects malformed input', () => {
    expect(() => readQuality('{"scores": {}}')).toThrow()
    expect(() => readQuality(json({ 'en-es': 'high' }))).toThrow()
  })
})
