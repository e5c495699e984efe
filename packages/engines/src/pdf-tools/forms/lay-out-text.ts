/** Lays out the text of a field: lines that fit, their size and their places. */
import { type Drawings, lineHeight, type TextLine } from '../draw/drawings.ts'
import type { FontFace } from '../draw/fonts.ts'
import type { DrawnSize } from '../draw/geometry.ts'
import type { FieldStyle } from './text-style.ts'

export interface PlacedLine {
  readonly line: TextLine
  readonly x: number
  /** Of the baseline. */
  readonly y: number
}

export interface TextLayout {
  readonly fontSize: number
  readonly lines: readonly PlacedLine[]
  /** Some of the text is outside of the field. */
  readonly isCut: boolean
}

const minAutoSize = 4
const maxAutoSizeOfLines = 12
const maxAutoSize = 144
/** What rounding may add. */
const tolerance = 0.5

interface TextBox {
  readonly size: DrawnSize
  readonly padding: number
  readonly style: FieldStyle
}

export async function layOutLine(drawings: Drawings, text: string, box: TextBox): Promise<TextLayout> {
  const { size, padding, style } = box
  const line = await drawings.lineOf(text, style.face)
  const room = size.width - 2 * padding
  const fitting = Math.min(
    (size.height - padding) / (line.ascent + line.descent),
    line.width > 0 ? room / line.width : maxAutoSize,
  )
  const fontSize = style.fontSize || Math.min(maxAutoSize, Math.max(minAutoSize, fitting))
  const width = line.width * fontSize
  return {
    fontSize,
    lines: [{ line, x: padding + spareOf(style, room - width), y: baselineIn(size, line, fontSize) }],
    isCut: width > room + tolerance,
  }
}

/** One character in the middle of each of the equal cells. */
export async function layOutComb(
  drawings: Drawings,
  text: string,
  { size, padding, style }: TextBox,
  cells: number,
): Promise<TextLayout> {
  const lines = await Promise.all(graphemes(text).map(each => drawings.lineOf(each, style.face)))
  const cellWidth = size.width / cells
  const widest = Math.max(0.1, ...lines.map(({ width }) => width))
  const tallest = Math.max(1, ...lines.map(({ ascent, descent }) => ascent + descent))
  const fitting = Math.min((size.height - padding) / tallest, cellWidth / widest)
  const fontSize = style.fontSize || Math.max(minAutoSize, fitting)
  const first = Math.floor(spareOf(style, cells - lines.length))
  return {
    fontSize,
    lines: lines.map((line, index) => ({
      line,
      x: (Math.max(0, first) + index + 0.5) * cellWidth - (line.width * fontSize) / 2,
      y: baselineIn(size, line, fontSize),
    })),
    isCut: lines.length > cells,
  }
}

export async function layOutLines(drawings: Drawings, text: string, box: TextBox): Promise<TextLayout> {
  const { size, padding, style } = box
  const room = { width: size.width - 2 * padding, height: size.height - 2 * padding }
  const heightOf = (lines: readonly TextLine[], fontSize: number) =>
    fontSize * (lines.length * lineHeight + 0.05)
  let fontSize = style.fontSize || maxAutoSizeOfLines
  const measure = createMeasure(drawings, style.face)
  let lines = await wrap(text, room.width / fontSize, measure)
  if (style.fontSize === 0)
    while (fontSize > minAutoSize && heightOf(lines, fontSize) > room.height) {
      fontSize -= 0.5
      lines = await wrap(text, room.width / fontSize, measure)
    }
  const step = fontSize * lineHeight
  const ascent = lines[0]?.ascent ?? 1
  return {
    fontSize,
    lines: lines.map((line, index) => ({
      line,
      x: padding + spareOf(style, room.width - line.width * fontSize),
      y: size.height - padding - ascent * fontSize - index * step,
    })),
    isCut: heightOf(lines, fontSize) > room.height + step / 2,
  }
}

type Measure = (text: string) => Promise<TextLine>

function createMeasure(drawings: Drawings, face: FontFace): Measure {
  const known = new Map<string, Promise<TextLine>>()
  return text => {
    const found = known.get(text) ?? drawings.lineOf(text, face)
    known.set(text, found)
    return found
  }
}

/** Lines no wider than this at font size 1; words are broken only if they are wider. */
async function wrap(text: string, maxWidth: number, measure: Measure): Promise<TextLine[]> {
  const lines: TextLine[] = []
  for (const paragraph of text.normalize('NFC').split('\n')) {
    let rest = wordsOf(paragraph)
    do {
      const count = await fittingCount(rest, maxWidth, measure)
      // A word that is too wide is broken between its letters.
      if (count === 0) rest = [...graphemes(rest[0] ?? ''), ...rest.slice(1)]
      const taken = count === 0 ? Math.max(1, await fittingCount(rest, maxWidth, measure)) : count
      lines.push(await measure(rest.slice(0, taken).join('').trimEnd()))
      rest = rest.slice(taken)
    } while (rest.length > 0)
  }
  return lines
}

/** How many of the first parts fit on a line, found by bisection. */
async function fittingCount(parts: readonly string[], maxWidth: number, measure: Measure): Promise<number> {
  const fits = async (count: number) =>
    (await measure(parts.slice(0, count).join('').trimEnd())).width <= maxWidth
  let [low, high] = [0, Math.min(parts.length, 1)]
  while (high < parts.length && (await fits(high))) [low, high] = [high, Math.min(parts.length, high * 2)]
  if (await fits(high)) return high
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (await fits(middle)) low = middle
    else high = middle
  }
  return low
}

/** With the spaces behind them; scripts without spaces break where the language allows it. */
function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of new Intl.Segmenter('en', { granularity: 'word' }).segment(text)) {
    const previous = words.at(-1)
    const joins = previous !== undefined && (!isWordLike || !/[\s\p{Lo}-]$/u.test(previous))
    if (joins) words[words.length - 1] = previous + segment
    else words.push(segment)
  }
  return words
}

function graphemes(text: string): string[] {
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text.normalize('NFC'))
  return Array.from(segments, ({ segment }) => segment)
}

function spareOf({ align }: FieldStyle, spare: number): number {
  return { left: 0, center: spare / 2, right: spare }[align]
}

function baselineIn({ height }: DrawnSize, { ascent, descent }: TextLine, fontSize: number): number {
  return (height - (ascent + descent) * fontSize) / 2 + descent * fontSize
}
