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
  ['an upright page stays', words(false, 0), 0],
  ['lines that run down are turned back', words(true, 100), 270],
  ['lines that run up are turned on', words(true, -100), 90],
] as const)('%s', (_, given, turn) => {
  expect(sidewaysRotation(given)).toBe(turn)
})
