/** Splits a run of glyphs into positioned fragments of text without gaps. */

import { type Fragment, rotatePoint } from '../../page-layout/page-model.ts'
import type { GraphicsState, TextPosition } from './graphics-state.ts'
import { type Matrix, multiply, transformPoint } from './matrix.ts'

export interface Glyph {
  readonly unicode: string
  readonly width: number
  readonly isSpace: boolean
  readonly vmetric?: readonly [number, number, number] | null
}

/** Share of the font's space: wider gaps separate words, because justified lines shrink spaces. */
const wordGapShare = 0.5
/** In font sizes. */
const minWordGap = 0.08
const maxWordGap = 0.16
const maxKerning = 0.16
const sameSpot = 0.15
const maxDrift = 0.03
/** In font sizes: wider character spacing moves to another column instead of spacing out a word. */
const maxLetterSpacing = 0.8
const minGaps = 4
const invisibleMode = 3

interface OpenFragment {
  text: string
  start: number
  end: number
}

/** Where the last run of glyphs ended and the spaces at its end, which separate a run that continues there. */
export interface SpaceTrail {
  end?: readonly [number, number]
  spaces: number
}

/** Advances the position and passes each fragment to `add`. */
export function readGlyphs(
  glyphs: readonly (Glyph | number)[],
  state: GraphicsState,
  position: TextPosition,
  trail: SpaceTrail,
  add: (fragment: Omit<Fragment, 'role'>) => void,
): void {
  const matrix = multiply(state.matrix, position.matrix)
  const place = fragmentPlacer(matrix, state)
  const { steps, advanced } = stepsOf(glyphs, state)
  const letterGap = letterGapOf(steps, state)
  const limit = wordGapOf(state)
  const start = transformPoint(matrix, position.x, position.y)
  const size = Math.abs(state.size) * Math.hypot(matrix[2], matrix[3])
  let open: OpenFragment | undefined
  const isContinued = trail.end !== undefined && distance(trail.end, start) < sameSpot * size
  let spaces = isContinued ? trail.spaces : 0
  let isMoved = trail.end === undefined || distance(trail.end, start) > maxDrift * size

  const close = () => {
    if (open && open.text !== '') add(place.fragment(open, position, spaces, letterGap + limit, isMoved))
    if (open) {
      spaces = 0
      isMoved = false
    }
    open = undefined
  }

  for (const { text, start, end, gap } of steps) {
    // The isSpace flag of a glyph depends on its code only: in a font subset, code 32 may be any letter.
    if (isSpace(text)) {
      close()
      spaces += 1
      continue
    }
    const accented: string | undefined = open && gap < 0 ? withAccent(open.text, text) : undefined
    if (open && accented !== undefined) open.text = accented
    else {
      if (gap - letterGap > limit || gap < -maxKerning * Math.abs(state.size)) close()
      open ??= { text: '', start, end }
      open.text += text
    }
    open.end = end
  }
  close()
  if (state.isVertical) position.y -= advanced
  else position.x += advanced
  trail.end = transformPoint(matrix, position.x, position.y)
  trail.spaces = spaces
}

function distance(one: readonly [number, number], other: readonly [number, number]): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1])
}

/** Both as one if the first is an accent that was drawn over the first letter of the second. */
export function withAccentBefore(accent: Fragment, letters: Fragment): Fragment | undefined {
  const isOver =
    accent.angle === letters.angle &&
    accent.left >= letters.left - 0.2 * letters.size &&
    accent.right <= letters.left + letters.size &&
    Math.abs(accent.baseline - letters.baseline) < 0.4 * letters.size
  if (accent.text.length !== 1 || !isOver) return undefined
  const [first = '', ...rest] = letters.text
  const text = withAccent(accent.text, first)
  if (text === undefined) return undefined
  const { isAfterSpace, spaces = 0 } = accent
  return {
    ...letters,
    text: text + rest.join(''),
    isAfterSpace: isAfterSpace || letters.isAfterSpace,
    spaces: Math.max(spaces, letters.spaces ?? 0),
  }
}

interface GlyphStep {
  readonly text: string
  readonly start: number
  readonly end: number
  /** White space since the previous glyph. */
  readonly gap: number
}

function stepsOf(
  glyphs: readonly (Glyph | number)[],
  state: GraphicsState,
): { readonly steps: readonly GlyphStep[]; readonly advanced: number } {
  const { size, isVertical, metrics } = state
  const steps: GlyphStep[] = []
  let [advanced, gap] = [0, 0]
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') {
      const step = (-glyph * size * (isVertical ? -1 : state.horizontalScale)) / 1000
      advanced += step
      gap += step
      continue
    }
    const text = drawnText(glyph.unicode)
    const { width, advance } = stepOf(glyph, state)
    if (isSpace(text) && !isVertical && glyph.width > 0) metrics.spaceWidth = glyph.width * state.glyphUnit
    steps.push({ text, start: advanced, end: advanced + width, gap })
    gap = advance - width
    advanced += advance
  }
  return { steps, advanced }
}

/** Smallest gap between two words, by the space of the font. */
function wordGapOf({ size, isVertical, horizontalScale, metrics }: GraphicsState): number {
  const space = wordGapShare * (isVertical ? 1 : metrics.spaceWidth * Math.abs(horizontalScale))
  return Math.abs(size) * Math.min(maxWordGap, Math.max(minWordGap, space))
}

/** Gap between the letters of a word: that of most of them, or the character spacing of spaced-out text. */
function letterGapOf(steps: readonly GlyphStep[], state: GraphicsState): number {
  const limit = wordGapOf(state)
  const spacing = state.charSpacing * (state.isVertical ? 1 : state.horizontalScale)
  const hasLetters = steps.some(({ text }) => /\p{L}/u.test(text))
  if (spacing > limit) return hasLetters && spacing <= maxLetterSpacing * Math.abs(state.size) ? spacing : 0
  const gaps = steps.flatMap(({ gap, text }, index) => {
    const before = steps[index - 1]
    return before && !isSpace(before.text) && !isSpace(text) ? [gap] : []
  })
  const median = gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? 0
  return gaps.length >= minGaps && Math.abs(median) <= limit ? median : Math.max(-limit, spacing)
}

/** Accents that are drawn as separate glyphs over the next letter, with their combining characters. */
const combining: Readonly<Record<string, string>> = {
  '`': '\u0300',
  '\u00B4': '\u0301',
  '\u02C6': '\u0302',
  '\u02DC': '\u0303',
  '\u00AF': '\u0304',
  '\u02D8': '\u0306',
  '\u02D9': '\u0307',
  '\u00A8': '\u0308',
  '\u02DA': '\u030A',
  '\u02DD': '\u030B',
  '\u02C7': '\u030C',
  '\u00B8': '\u0327',
}

/** The text with its last character, an accent, and the letter under it as one; undefined if there is no such letter. */
function withAccent(text: string, letter: string): string | undefined {
  const mark = combining[text.slice(-1)]
  if (mark === undefined || letter === '') return undefined
  const base = letter === '\u0131' ? 'i' : letter
  const composed = (base + mark).normalize('NFC')
  return [...composed].length === 1 ? text.slice(0, -1) + composed : undefined
}

/** Width of a glyph and distance to the next one. */
function stepOf(glyph: Glyph, state: GraphicsState): { width: number; advance: number } {
  const spacing = state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0)
  if (state.isVertical) {
    const width = Math.abs(glyph.vmetric?.[0] ?? 1000) * state.glyphUnit * Math.abs(state.size)
    return { width, advance: width + spacing }
  }
  const width = glyph.width * state.glyphUnit * state.size * state.horizontalScale
  return { width, advance: width + spacing * state.horizontalScale }
}

function fragmentPlacer(matrix: Matrix, state: GraphicsState) {
  const along: readonly [number, number] = state.isVertical
    ? [-matrix[2], -matrix[3]]
    : [matrix[0], matrix[1]]
  const length = Math.hypot(...along) || 1
  const angle = (Math.round((Math.atan2(along[1], along[0]) * 180) / Math.PI) + 360) % 360
  const size = Math.abs(state.size) * Math.hypot(matrix[2], matrix[3])
  // A skewed text matrix makes an upright font oblique.
  const skew =
    (matrix[0] * matrix[2] + matrix[1] * matrix[3]) / (length * Math.hypot(matrix[2], matrix[3]) || 1)
  const isOblique = Math.abs(skew) > 0.15 && Math.abs(skew) < 0.5
  const isThickened = state.renderingMode % 4 === 2
  const font = {
    ...state.font,
    isItalic: state.font.isItalic || isOblique,
    isBold: state.font.isBold || isThickened,
  }
  return {
    fragment(
      open: OpenFragment,
      position: TextPosition,
      spaces: number,
      wordGap: number,
      isMoved: boolean,
    ): Omit<Fragment, 'role'> {
      const [offsetX, offsetY] = state.isVertical ? [0, -open.start] : [open.start, 0]
      const origin = transformPoint(matrix, position.x + offsetX, position.y + offsetY + state.rise)
      const [left, baseline] = rotatePoint(origin[0], origin[1], angle)
      const right = left + (open.end - open.start) * length
      return {
        text: open.text,
        left: Math.min(left, right),
        right: Math.max(left, right),
        // Vertical text is centered on its line; use its left edge as the baseline.
        baseline: state.isVertical ? baseline + size * 0.4 : baseline,
        size,
        font,
        color: state.renderingMode % 4 === 1 ? state.strokeColor : state.fillColor,
        angle,
        isInvisible: state.renderingMode === invisibleMode,
        isAfterSpace: spaces > 0,
        spaces,
        isMoved,
        wordGap: wordGap * length,
        spaceWidth: state.metrics.spaceWidth * Math.abs(state.size * state.horizontalScale) * length,
      }
    },
  }
}

/** Symbol fonts use the private use area at 0xF000 plus the character code. */
const symbolCharacters: Readonly<Record<number, string>> = {
  183: '•',
  167: '▪',
  168: '◻',
  118: '❖',
  216: '➢',
  252: '✓',
  111: '□',
  110: '■',
  113: '❑',
  45: '-',
  224: '→',
}

const presentationForms = /[\uFB00-\uFB06\uFB13-\uFB17\uFB1D-\uFDFF\uFE70-\uFEFE]/

export function glyphText(unicode: string): string {
  let text = ''
  for (const character of unicode) {
    const code = character.codePointAt(0) ?? 0
    if (code >= 0xf000 && code <= 0xf0ff) text += symbolCharacters[code - 0xf000] ?? '•'
    else if (code === 0xad) text += '-'
    else if (presentationForms.test(character)) text += character.normalize('NFKC')
    else if (code >= 0x20 && code !== 0x7f && code !== 0xfeff && code !== 0xfffe && code !== 0xffff)
      text += character
  }
  return text
}

const rightToLeft = /[\u0590-\u08FF]/

/** In visual order: an Arabic ligature has its first letter on the right. */
export function drawnText(unicode: string): string {
  const text = glyphText(unicode)
  return text.length > 1 && rightToLeft.test(text) ? [...text].reverse().join('') : text
}

function isSpace(text: string): boolean {
  return text.length > 0 && text.trim() === ''
}
