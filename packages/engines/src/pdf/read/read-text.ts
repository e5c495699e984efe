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

/** Wider gaps, in font sizes, separate words. */
const wordGap = 0.16
const invisibleMode = 3

interface OpenFragment {
  text: string
  start: number
  end: number
}

/** Advances the position and passes each fragment to `add`. */
export function readGlyphs(
  glyphs: readonly (Glyph | number)[],
  state: GraphicsState,
  position: TextPosition,
  add: (fragment: Omit<Fragment, 'role'>) => void,
): void {
  const { size, isVertical } = state
  const matrix = multiply(state.matrix, position.matrix)
  const place = fragmentPlacer(matrix, state)
  let open: OpenFragment | undefined
  let isAfterSpace = false
  let advanced = 0
  let gap = 0

  const close = () => {
    if (open && open.text !== '') add(place.fragment(open, position, isAfterSpace))
    if (open) isAfterSpace = false
    open = undefined
  }

  for (const glyph of glyphs) {
    if (typeof glyph === 'number') {
      const step = (-glyph * size * (isVertical ? -1 : state.horizontalScale)) / 1000
      advanced += step
      gap += step
      continue
    }
    const text = drawnText(glyph.unicode)
    const { width, advance } = stepOf(glyph, state)
    // The isSpace flag of a glyph depends on its code only: in a font subset, code 32 may be any letter.
    if (isSpace(text)) {
      close()
      isAfterSpace = true
    } else {
      if (Math.abs(gap) > wordGap * Math.abs(size)) close()
      open ??= { text: '', start: advanced, end: advanced }
      open.text += text
      open.end = advanced + width
    }
    gap = 0
    advanced += advance
  }
  close()
  if (isVertical) position.y -= advanced
  else position.x += advanced
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
    fragment(open: OpenFragment, position: TextPosition, isAfterSpace: boolean): Omit<Fragment, 'role'> {
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
        isAfterSpace,
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
