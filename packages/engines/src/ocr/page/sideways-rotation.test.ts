import { expect, test } from 'vitest'
import { sidewaysRotation } from './sideways-rotation.ts'

const words = (isTall: boolean, step: number) =>
  ['harbour', 'office', 'opens', 'seven', 'morning', 'closes'].map((text, at) => ({
    text,
    confidence: 95,
    line: '1.1.1',
    x: isTall ? 100 : 100 * at,
    y: isTall ? 1000 + step * at : 50,
    width: isTall ? 20 : 80,
    height: isTall ? 80 : 20,
  }))

test.each([
  ['keeps an upright page', words(false, 0), 0],
  ['rotates lines running down by 270 degrees', words(true, 100), 270],
  ['rotates lines running up by 90 degrees', words(true, -100), 90],
] as const)('sidewaysRotation: %s', (_, given, rotation) => {
  expect(sidewaysRotation(given)).toBe(rotation)
})
