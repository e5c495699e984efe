import { ocrLanguages } from '@filesmith/contract/ocr-languages'
import { expect, test } from 'vitest'
import { installedLanguages } from './installed-languages.ts'

test('OCR-11 over a hundred languages are really there, and each is offered by name', async () => {
  const installed = await installedLanguages()
  // Scripts begin with a capital, and osd only tells scripts apart.
  const languages = [...installed].filter(name => /^[a-z]/.test(name) && name !== 'osd')
  expect(languages.length).toBeGreaterThan(100)
  expect(languages.filter(code => ocrLanguages[code] === undefined)).toEqual([])
  expect(Object.keys(ocrLanguages).filter(code => !installed.has(code))).toEqual([])
})
