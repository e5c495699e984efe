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
/** For pages on which another reader finds more: also as if there were no spaces. */
const widerGaps = [...wordGaps, 0.4, Number.POSITIVE_INFINITY] as const
const lineShift = 0.5
const maxOverlap = 0.9
/** Gap between columns. */
const columnGap = 3
/** A gap between spaced letters, in font sizes, and how much wider than the gaps beside it one between words is. */
const [minLetterGap, widerFactor] = [0.05, 1.6]
/** Letters with the same distance from each other, such as in the boxes of a form. */
const samePitch = 1.04

export function findInGlyphs(
  glyphs: readonly PlacedGlyph[],
  search: TextSearch,
  isWide = false,
): GlyphMatch[] {
  const found: GlyphMatch[] = []
  for (const order of [glyphs, visualOrder(glyphs)]) {
    const gaps = gapsOf(order)
    for (const wordGap of isWide ? widerGaps : wordGaps)
      found.push(
        ...matchesIn(
          textOf(order, gaps, gap => gap.width > wordGap),
          order,
          search,
        ),
      )
    // Without the spaces between them, letters can be spaced as the words of other lines are.
    const drawn = order.filter(glyph => glyph.text.trim() !== '')
    const drawnGaps = gapsOf(drawn)
    const isWord = (read: (gap: Gap) => number) => (gap: Gap, index: number) =>
      read(gap) > minLetterGap + widerFactor * leastBeside(drawnGaps, index, read)
    const spaced = textOf(
      drawn,
      drawnGaps,
      isWord(gap => Math.max(0, gap.width)),
    )
    const pitched = textOf(
      drawn,
      drawnGaps,
      isWord(gap => gap.pitch),
    )
    found.push(...matchesIn(spaced, order, search), ...matchesIn(pitched, order, search).filter(isPitched))
  }
  return withoutRepetitions(found)
}

/** Before each glyph. */
function gapsOf(glyphs: readonly PlacedGlyph[]): Gap[] {
  return glyphs.map((glyph, index) => gapBetween(glyphs[index - 1], glyph))
}

/** Of the gaps before and after it in the line; nothing at both ends, so that two letters alone are two words. */
function leastBeside(gaps: readonly Gap[], index: number, read: (gap: Gap) => number): number {
  const [before, after] = [gaps[index - 1] ?? lineEnd, gaps[index + 1] ?? lineEnd]
  if (before.isLineEnd) return after.isLineEnd ? 0 : read(after)
  return after.isLineEnd ? read(before) : Math.min(read(before), read(after))
}

/** Letters at equal distances, with gaps between them. */
function isPitched({ glyphs }: GlyphMatch): boolean {
  const gaps = glyphs.slice(1).map((glyph, index) => gapBetween(glyphs[index], glyph))
  const pitches = gaps.map(({ pitch }) => pitch)
  const mean = gaps.reduce((sum, { width }) => sum + width, 0) / gaps.length
  return gaps.length > 1 && mean > minLetterGap && Math.max(...pitches) < samePitch * Math.min(...pitches)
}

function matchesIn(
  { text, owners }: GlyphText,
  order: readonly PlacedGlyph[],
  search: TextSearch,
): GlyphMatch[] {
  const matches = search(text)
  if (matches.length === 0) return []
  const places = new Map(order.map((glyph, index) => [glyph, index]))
  return matches.map(({ start, end, term }) => {
    const matched = owners.slice(start, end).filter(glyph => glyph !== undefined)
    const indices = matched.map(glyph => places.get(glyph) ?? 0)
    const last = Math.max(...indices)
    // Soft hyphens, accents and spaces between the letters, and an accent after the last one.
    let after = last + 1
    while (accent.test(order[after]?.text ?? '')) after++
    const between = order.slice(Math.min(...indices), after)
    const kept = new Set(matched)
    return {
      term,
      text: text.slice(start, end),
      glyphs: between.filter(glyph => kept.has(glyph) || isPart(glyph)),
    }
  })
}

const accent = /^\p{M}/u

function isPart({ text }: PlacedGlyph): boolean {
  return comparable(text).trim() === '' || accent.test(text)
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
  const lines = textOf(glyphs, gapsOf(glyphs), gap => gap.width > wordGaps[0]).text.split('\n')
  return lines.map(line => line.trim()).filter(line => line !== '')
}

interface GlyphText {
  readonly text: string
  /** Of each UTF-16 unit of the text; none for spaces between glyphs. */
  readonly owners: readonly (PlacedGlyph | undefined)[]
}

const softHyphen = '\u00ad'

function textOf(
  glyphs: readonly PlacedGlyph[],
  gaps: readonly Gap[],
  isWordGap: (gap: Gap, index: number) => boolean,
): GlyphText {
  let text = ''
  const owners: (PlacedGlyph | undefined)[] = []
  const add = (characters: string, owner: PlacedGlyph | undefined) => {
    text += characters
    for (let index = 0; index < characters.length; index++) owners.push(owner)
  }
  for (const [index, glyph] of glyphs.entries()) {
    const previous = glyphs[index - 1]
    const gap = gaps[index] ?? lineEnd
    if (gap.isLineEnd) {
      // At the end of a line it is a hyphen.
      if (previous?.text.trim() === softHyphen) add('-', previous)
      if (previous !== undefined) add('\n', undefined)
    } else if (isWordGap(gap, index) && !text.endsWith(' ')) add(' ', undefined)
    const characters = comparable(glyph.text)
    const composed = accent.test(characters) ? `${text.slice(-1)}${characters}`.normalize('NFKC') : ''
    if (composed.length === 1) text = `${text.slice(0, -1)}${composed}`
    else add(characters, glyph)
  }
  return { text, owners }
}

/** From one glyph to the next, in font sizes. */
interface Gap {
  readonly width: number
  /** From origin to origin. */
  readonly pitch: number
  readonly isLineEnd: boolean
}

const lineEnd: Gap = { width: 0, pitch: 0, isLineEnd: true }

function gapBetween(one: PlacedGlyph | undefined, other: PlacedGlyph): Gap {
  const inverse = one && inverted(one.em)
  if (one === undefined || inverse === undefined) return lineEnd
  const [x, y] = transformPoint(multiply(inverse, other.em), 0, 0)
  const [along, across] = one.isVertical ? [-y, x] : [x, y]
  const advance = Math.abs(one.advance)
  const width = along - advance
  const isLineEnd =
    Math.abs(across) > lineShift || width < -maxOverlap - Math.abs(advance) || width > columnGap
  return { width, pitch: along, isLineEnd }
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
