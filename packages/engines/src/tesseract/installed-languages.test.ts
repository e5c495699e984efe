import { ocrLanguages } from '@filesmith/contract/ocr-languages'
import { expect, test } from 'vitest'
import { installedLanguages } from './installed-languages.ts'

test('OCR-11 installedLanguages: over 100 languages are installed, and each has a display name', async () => {
  const installed = await installedLanguages()
  // Scripts start with a capital letter; osd is the orientation and script detection model.
  const languages = [...installed].filter(name => /^[a-z]/.test(name) && name !== 'osd')
  expect(languages.length).toBeGreaterThan(100)
  expect(languages.filter(code => ocrLanguages[code] === undefined)).toEqual([])
  expect(Object.keys(ocrLanguages).filter(code => !installed.has(code))).toEqual([])
})
