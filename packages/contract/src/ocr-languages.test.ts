import { describe, expect, test } from 'vitest'
import { ocrLanguageName, ocrLanguages } from './ocr-languages.ts'

describe('OCR-11 languages', () => {
  test('more than a hundred languages, with unique names', () => {
    expect(Object.keys(ocrLanguages).length).toBeGreaterThan(100)
    expect(new Set(Object.values(ocrLanguages)).size).toBe(Object.keys(ocrLanguages).length)
  })

  test('an unknown language pack is named by its code', () => {
    expect([ocrLanguageName('deu'), ocrLanguageName('tlh')]).toEqual(['German', 'tlh'])
  })
})
