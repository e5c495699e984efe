import { expect, test } from 'vitest'
import { drawnText, glyphText } from './glyph-text.ts'

test('ligatures come apart, signs of symbol fonts get their own place', () => {
  expect(glyphText('ﬁ')).toBe('fi')
  expect(glyphText('\uF0B7')).toBe('•')
  expect(glyphText('\u00AD')).toBe('-')
  expect(glyphText('\u0000\uFEFF')).toBe('')
})

test('one glyph for two Arabic letters holds them as they are drawn', () => {
  expect(drawnText('\uFEFB')).toBe('ال')
})
