import { expect, test } from 'vitest'
import { parseOrientation } from './detect-orientation.ts'

test('what Tesseract tells about a page is understood', () => {
  const report = `Page number: 0
Orientation in degrees: 270
Rotate: 90
Orientation confidence: 12.50
Script: Cyrillic
Script confidence: 3.33
`
  expect(parseOrientation(report)).toEqual({
    turn: 90,
    rotationConfidence: 12.5,
    script: 'Cyrillic',
    scriptConfidence: 3.33,
  })
  expect(parseOrientation('Too few characters. Skipping this page')).toBeUndefined()
})
