/** Finds words in the glyphs of a page: in the order of the content streams, and in the order of the lines as seen. */
import { multiply, transformPoint } from '../../pdf/read/matrix.ts'
import { inverted } from './mark.ts'
import type { PlacedGlyph } from './page-events.ts'
import { comparable, type TextSearch } from './search-text.ts'

export interface GlyphMatch {
  readonly term: string
  readonly text: string
  readonly glyphs: readonly PlacedGlyph[]
}

/** In font sizes: wider gaps separate words. Justified lines have narrow spaces, so words are searched with both. */
const wordGaps = [0.2, 0.09] as const
const lineShift = 0.5
const maxOverlap = 0.9
/** Gap between columns. */
const columnGap = 3

export function findInGlyphs(glyphs: readonly PlacedGlyph[], search: TextSearch): GlyphMatch[] {
  const found: GlyphMatch[] = []
  for (const order of [glyphs, visualOrder(glyphs)])
    for (const wordGap of wordGaps) {
      const { text, owners } = textOf(order, wordGap)
      for (const { start, end, term } of search(text)) {
        const matched = new Set(owners.slice(start, end).filter(glyph => glyph !== undefined))
        found.push({ term, text: text.slice(start, end), glyphs: [...matched] })
      }
    }
  return withoutRepetitions(found)
}

/** Each place once, with the most of it. */
function withoutRepetitions(matches: readonly GlyphMatch[]): GlyphMatch[] {
  const taken = new Map<string, Set<PlacedGlyph>>()
  const longestFirst = [...matches].sort((one, other) => other.glyphs.length - one.glyphs.length)
  return longestFirst.filter(({ term, glyphs }) => {
    const known = taken.get(term) ?? new Set()
    if (glyphs.every(glyph => known.has(glyph))) return false
    for (const glyph of glyphs) known.add(glyph)
    taken.set(term, known)
    return true
  })
}

/** Texts of the lines, in the order of the streams. */
export function glyphLines(glyphs: readonly PlacedGlyph[]): string[] {
  const lines = textOf(glyphs, wordGaps[0]).text.split('\n')
  return lines.map(line => line.trim()).filter(line => line !== '')
}

interface GlyphText {
  readonly text: string
  /** Of each UTF-16 unit of the text; none for spaces between glyphs. */
  readonly owners: readonly (PlacedGlyph | undefined)[]
}

function textOf(glyphs: readonly PlacedGlyph[], wordGap: number): GlyphText {
  let text = ''
  const owners: (PlacedGlyph | undefined)[] = []
  let previous: PlacedGlyph | undefined
  for (const glyph of glyphs) {
    const separator = previous === undefined ? '' : separatorBetween(previous, glyph, wordGap)
    if (separator !== '' && !(separator === ' ' && text.endsWith(' '))) {
      text += separator
      owners.push(undefined)
    }
    const characters = comparable(glyph.text)
    text += characters
    for (let index = 0; index < characters.length; index++) owners.push(glyph)
    previous = glyph
  }
  return { text, owners }
}

function separatorBetween(one: PlacedGlyph, other: PlacedGlyph, wordGap: number): '' | ' ' | '\n' {
  const inverse = inverted(one.em)
  if (inverse === undefined) return '\n'
  const [x, y] = transformPoint(multiply(inverse, other.em), 0, 0)
  const [along, across] = one.isVertical ? [-y, x] : [x, y]
  const gap = along - Math.abs(one.advance)
  if (Math.abs(across) > lineShift || gap < -maxOverlap - Math.abs(one.advance)) return '\n'
  if (gap > columnGap) return '\n'
  return gap > wordGap ? ' ' : ''
}

/** Lines from top to bottom, each in the direction of writing. */
function visualOrder(glyphs: readonly PlacedGlyph[]): PlacedGlyph[] {
  const placed = glyphs.map(glyph => {
    const [a, b, , , e, f] = glyph.em
    const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI)
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
    const [along, across] = [e * cos + f * sin, f * cos - e * sin]
    const size = Math.hypot(glyph.em[2], glyph.em[3])
    return { glyph, angle, along, across, size }
  })
  placed.sort((one, other) => one.angle - other.angle || other.across - one.across)
  const lines: (typeof placed)[] = []
  for (const item of placed) {
    const first = lines.at(-1)?.[0]
    const isSameLine =
      first !== undefined &&
      first.angle === item.angle &&
      first.across - item.across < 0.4 * Math.min(first.size, item.size)
    if (isSameLine) lines.at(-1)?.push(item)
    else lines.push([item])
  }
  return lines.flatMap(line => line.sort((one, other) => one.along - other.along).map(({ glyph }) => glyph))
}
