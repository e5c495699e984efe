import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSandbox } from '../../process/sandbox.ts'
import { defaultEngineSettings } from '../../runtime.ts'
import { createLanguageDetector, type LanguageDetector } from '../start-translation.ts'

let detector: LanguageDetector
const signal = () => new AbortController().signal

beforeAll(async () => {
  detector = createLanguageDetector(defaultEngineSettings, await createSandbox('required', () => {}))
})
afterAll(() => detector.close())

describe('LanguageDetector.detect', () => {
  test.each([
    ['en', 'Where is the nearest station?'],
    ['es', '¿Dónde está la estación más cercana?'],
    ['fr', 'Où se trouve la gare la plus proche ?'],
    ['de', 'Wo ist der nächste Bahnhof?'],
    ['it', 'Dove si trova la stazione più vicina?'],
    ['pt', 'Onde fica a estação mais próxima?'],
    ['ru', 'Где находится ближайшая станция?'],
    ['zh', '最近的车站在哪里？'],
    ['ja', '一番近い駅はどこですか。'],
    ['ko', '가장 가까운 역이 어디에 있습니까?'],
    ['ar', 'أين تقع أقرب محطة؟'],
    ['hi', 'सबसे नज़दीकी स्टेशन कहाँ है?'],
  ])('detects %s', async (language, text) => {
    expect(await detector.detect(text, signal())).toBe(language)
  })

  test.each([
    ['nothing', ''],
    ['two letters', 'ok'],
    ['numbers only', '1234 5678 90'],
    ['an address only', 'https://example.com/where/is/the/station'],
    ['letters of no language', 'xkcd qwerty zxcv'],
    ['a language that is not ours', 'Waar is het dichtstbijzijnde station van deze stad?'],
  ])('returns undefined for %s', async (_, text) => {
    expect(await detector.detect(text, signal())).toBeUndefined()
  })

  test('handles capitals, line breaks and invalid characters', async () => {
    expect(await detector.detect('RECHNUNG FÜR\nDEN KAUF\0 EINES \ud800 HAUSES', signal())).toBe('de')
  })

  test('uses the beginning of a long text', async () => {
    const text = 'La maison est grande et le jardin est petit. '.repeat(20_000)
    expect(await detector.detect(text, signal())).toBe('fr')
  })

  test('rejects a canceled request', async () => {
    await expect(detector.detect('Where is the station?', AbortSignal.abort())).rejects.toMatchObject({
      code: 'cancelled',
    })
  })
})
