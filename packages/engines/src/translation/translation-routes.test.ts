import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LanguageId } from '@filesmith/contract/languages'
import { describe, expect, test } from 'vitest'
import { bundledModelsDir } from './bundled-models.ts'
import { fakeProvider } from './provider.fixture.ts'
import { offeredModes } from './providers/apertium/read-modes.ts'
import { readQuality } from './providers/mt12/start-mt12.ts'
import type { TranslationProvider } from './sentence-translator.ts'
import { bestTranslationPairs, findTranslationRoutes, legsOf } from './translation-routes.ts'

const apertium = fakeProvider('apertium', 'draft', {
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
  test('prefers a configured engine to a higher score of a bundled one', () => {
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
    expect(best([apertium, mt12], 'es', 'en')).toBe('apertium draft directly')
  })

  test('pivots through Spanish with Apertium if nothing better exists', () => {
    expect(best([apertium], 'en', 'fr')).toBe('apertium draft es')
    expect(best([apertium, mt12], 'en', 'fr')).toBe('mt12 draft directly')
    expect(best([apertium, mt12], 'fr', 'it')).toBe('apertium draft es')
  })

  test('never takes two steps with a bundled engine where one has the pair', () => {
    const rough = fakeProvider('mt12', 'rough', { 'ja-ko': 18, 'ja-en': 41, 'en-ko': 41 })
    const routes = findTranslationRoutes(legsOf([rough]), { from: 'ja', to: 'ko' })
    expect(routes.map(({ pair }) => pair.through)).toEqual([null])
    const half = fakeProvider('deepl', 'good', { 'en-ko': 66 })
    expect(best([rough, half], 'ja', 'ko')).toBe('mt12 rough directly')
  })

  test('reports the weaker leg of a pivot route', () => {
    const good = fakeProvider('deepl', 'good', { 'en-ja': 66 })
    expect(best([mt12, good], 'de', 'ja')).toBe('mt12 draft en')
  })

  test('uses mt12 directly for every pair that Apertium has too: it measures better on everyday sentences', async () => {
    const quality = await readFile(join(bundledModelsDir, 'mt12', 'quality.json'), 'utf8')
    const model: TranslationProvider = { ...mt12, pairs: () => readQuality(quality) }
    const scores = Object.fromEntries(
      offeredModes.map(({ from, to, score }) => [`${from}-${to}`, score] as const),
    )
    const pairs = bestTranslationPairs(legsOf([fakeProvider('apertium', 'draft', scores), model]))
    expect(pairs).toHaveLength(132)
    expect(new Set(pairs.map(({ engine, through }) => `${engine} ${through}`))).toEqual(
      new Set(['mt12 null']),
    )
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
  const bands = { good: 50, draft: 30, draftIntoZhJaKo: 15 }
  const json = (scores: object) => JSON.stringify({ scores, bands })

  test('labels directions by the bands of the file and skips unknown languages', () => {
    const pairs = readQuality(json({ 'en-es': 50, 'hi-en': 30, 'hi-es': 29.9, 'en-zh': 15, 'en-xx': 90 }))
    expect(pairs.map(({ from, to, quality }) => `${from}-${to} ${quality}`)).toEqual([
      'en-es good',
      'hi-en draft',
      'hi-es rough',
      'en-zh draft',
    ])
    expect(pairs[0]).toMatchObject({ score: 50, downloadBytes: null })
  })

  test('has bands for weights of version 0, which do not define them', () => {
    const [pair] = readQuality(JSON.stringify({ offerFrom: 40, scores: { 'en-es': 45 } }))
    expect(pair?.quality).toBe('draft')
  })

  test('rejects malformed input', () => {
    expect(() => readQuality('{"bands": {}}')).toThrow()
    expect(() => readQuality(json({ 'en-es': 'high' }))).toThrow()
  })
})
