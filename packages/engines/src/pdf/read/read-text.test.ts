import { expect, test } from 'vitest'
import { drawnText, glyphText } from './read-text.ts'

test('glyphText: expands ligatures, maps symbol fonts and drops control characters', () => {
  expect(glyphText('ﬁ')).toBe('fi')
  expect(glyphText('\uF0B7')).toBe('•')
  expect(glyphText('\u00AD')).toBe('-')
  expect(glyphText('\u0000\uFEFF')).toBe('')
})

test('drawnText: returns an Arabic ligature in visual order', () => {
  expect(drawnText('\uFEFB')).toBe('ال')
})
