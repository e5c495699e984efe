import { expect, test } from 'vitest'
import type { Fragment } from '../../page-layout/page-model.ts'
import { fontStyle, spaceWidthOf } from './font-style.ts'
import { type GraphicsState, initialState, textStart } from './graphics-state.ts'
import { type Glyph, readGlyphs } from './read-text.ts'

const page = { left: 0, top: 0, right: 600, bottom: 800 }

/** Letters of half a font size at size 10; numbers in the list move the position as in TJ. */
function fragmentsOf(parts: readonly (string | number)[], state: Partial<GraphicsState> = {}): Fragment[] {
  const found: Fragment[] = []
  const glyphs = parts.flatMap((part): (Glyph | number)[] =>
    typeof part === 'number'
      ? [part]
      : [...part].map(letter => ({
          unicode: letter,
          width: letter === ' ' ? 200 : letter === '¨' ? 300 : 500,
          isSpace: letter === ' ',
        })),
  )
  const start = initialState([1, 0, 0, 1, 0, 0], page, fontStyle(undefined))
  const own = { ...start, size: 10, metrics: { spaceWidth: 0.2 }, ...state }
  readGlyphs(glyphs, own, textStart(), { spaces: 0 }, fragment => found.push(fragment))
  return found
}

const textsOf = (fragments: readonly Fragment[]) => fragments.map(({ text }) => text)

test('readGlyphs: separates words by half the space of the font, not by a constant', () => {
  expect(textsOf(fragmentsOf(['for', -130, 'most', -20, 'of']))).toEqual(['for', 'mostof'])
  expect(textsOf(fragmentsOf(['for', -130, 'most'], { metrics: { spaceWidth: 0.5 } }))).toEqual(['formost'])
})

test('readGlyphs: takes wide character spacing for a jump to the next column', () => {
  expect(textsOf(fragmentsOf(['0103'], { charSpacing: 23 }))).toEqual(['0', '1', '0', '3'])
  expect(textsOf(fragmentsOf(['TITLE'], { charSpacing: 3 }))).toEqual(['TITLE'])
})

test('readGlyphs: joins an accent with the letter under it', () => {
  expect(textsOf(fragmentsOf(['J', '¨', 400, 'ager']))).toEqual(['Jäger'])
})

test('spaceWidthOf: reads the space of the font, or estimates it from the other letters', () => {
  const differences = { 32: 'space' }
  expect(spaceWidthOf({ differences, widths: { 32: 250, 65: 700 } })).toBe(0.25)
  expect(spaceWidthOf({ widths: { 65: 400, 66: 600 } })).toBe(0.25)
  expect(spaceWidthOf({ widths: { 65: 600, 66: 600, 67: 600 } })).toBe(0.6)
  expect(spaceWidthOf(undefined)).toBeUndefined()
})
