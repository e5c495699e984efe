import { expect, test } from 'vitest'
import { findInGlyphs } from './find-glyphs.ts'
import type { PlacedGlyph } from './page-events.ts'
import { createSearch } from './search-text.ts'

/** Letters half as wide as high, at these places of a line, in font sizes. */
function line(text: string, places: readonly number[], y = 0): PlacedGlyph[] {
  return [...text].map((letter, index) => {
    const em = [10, 0, 0, 10, 10 * (places[index] ?? 0), y] as const
    return {
      code: letter.charCodeAt(0),
      text: letter,
      frame: em,
      reach: em,
      em,
      advance: 0.5,
      adjustment: -500,
      isVertical: false,
      isComposite: false,
      isInvisible: false,
      isHidden: false,
    }
  })
}

/** The gap after each letter. */
function spaced(text: string, gaps: readonly number[], y?: number): PlacedGlyph[] {
  let place = 0
  const places = [...text].map((_, index) => {
    const at = place
    place += 0.5 + (gaps[index] ?? gaps.at(-1) ?? 0)
    return at
  })
  return line(text, places, y)
}

function found(glyphs: readonly PlacedGlyph[], word: string, wholeWords = false): string[] {
  const search = createSearch({ words: [word], patterns: [], matchCase: false, wholeWords })
  return findInGlyphs(glyphs, search).map(match => match.glyphs.map(({ text }) => text).join(''))
}

test.each([0.1, 0.3, 0.4, 0.9])('findInGlyphs: letters with gaps of %d font sizes', gap => {
  expect(found(spaced('Secret', [gap]), 'secret')).toEqual(['Secret'])
})

test('findInGlyphs: a spaced word between spaced words, as a whole word', () => {
  const glyphs = spaced('aSecretb', [1, 0.3, 0.3, 0.3, 0.3, 0.3, 1])
  expect(found(glyphs, 'secret', true)).toEqual(['Secret'])
  expect(found(glyphs, 'secre', true)).toEqual([])
})

test('findInGlyphs: letters in boxes of the same width', () => {
  const widths = spaced('Secret', [0.4]).map((glyph, index) => ({ ...glyph, advance: index % 2 ? 0.2 : 0.8 }))
  expect(found(widths, 'secret')).toEqual(['Secret'])
})

test('findInGlyphs: words that gaps separate are not joined', () => {
  expect(found(spaced('bareat', [0, 0, 0.25, 0, 0]), 'area')).toEqual([])
  expect(found(spaced('together', [0, 0.33, 0, 0, 0.33, 0, 0]), 'together')).toEqual([])
  expect(found(spaced('ai', [0.3]), 'ai')).toEqual([])
})

test('findInGlyphs: for pages on which another reader finds more, as if there were no spaces', () => {
  const search = createSearch({ words: ['secret'], patterns: [], matchCase: false, wholeWords: false })
  const glyphs = spaced('Secret', [0, 0.5, 0, 0.8, 0])
  expect([findInGlyphs(glyphs, search).length, findInGlyphs(glyphs, search, true).length]).toEqual([0, 1])
})

test('findInGlyphs: soft hyphens and accents go with the word', () => {
  expect(found(spaced('Se\u00adcret', [0]), 'secret')).toEqual(['Se\u00adcret'])
  expect(found([...spaced('Se\u00ad', [0], 20), ...spaced('cret', [0])], 'secret')).toEqual(['Se\u00adcret'])
  expect(found(spaced('cafe\u0301', [0, 0, 0, -0.5]), 'café')).toEqual(['cafe\u0301'])
})
