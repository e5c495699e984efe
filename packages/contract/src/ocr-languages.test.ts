import { describe, expect, test } from 'vitest'
import { ocrLanguageName, ocrLanguages } from './ocr-languages.ts'

describe('OCR-11 languages', () => {
  test('there are over a hundred, each with a name of its own', () => {
    expect(Object.keys(ocrLanguages).length).toBeGreaterThan(100)
    expect(new Set(Object.values(ocrLanguages)).size).toBe(Object.keys(ocrLanguages).length)
  })

  test('a pack nobody knows is called by its code', () => {
    expect([ocrLanguageName('deu'), ocrLanguageName('tlh')]).toEqual(['German', 'tlh'])
  })
})
