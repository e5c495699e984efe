import { expect, test } from 'vitest'
import { parseOrientation } from './detect-orientation.ts'

test('parseOrientation: parses the OSD report and returns undefined for too few characters', () => {
  const report = `Page number: 0
Orientation in degrees: 270
Rotate: 90
Orientation confidence: 12.50
Script: Cyrillic
Script confidence: 3.33
`
  expect(parseOrientation(report)).toEqual({
    rotation: 90,
    rotationConfidence: 12.5,
    script: 'Cyrillic',
    scriptConfidence: 3.33,
  })
  expect(parseOrientation('Too few characters. Skipping this page')).toBeUndefined()
})
