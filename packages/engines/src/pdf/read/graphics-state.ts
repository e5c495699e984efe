/** Graphics state of the PDF imaging model: transformation matrix, colors, clip and text state. */

import type { Box, FontStyle } from '../../page-layout/page-model.ts'
import { identity, type Matrix } from './matrix.ts'

/** Shared by all uses of a font on a page. */
export interface FontMetrics {
  /** In font sizes. */
  spaceWidth: number
}

export interface TextState {
  font: FontStyle
  metrics: FontMetrics
  isVertical: boolean
  /** Font size per glyph unit. */
  glyphUnit: number
  size: number
  charSpacing: number
  wordSpacing: number
  horizontalScale: number
  leading: number
  rise: number
  renderingMode: number
}

export interface GraphicsState extends TextState {
  matrix: Matrix
  clip: Box
  fillColor: string
  strokeColor: string
  lineWidth: number
  fillAlpha: number
}

/** Of most text fonts, in font sizes. */
export const defaultSpaceWidth = 0.25

export function initialState(matrix: Matrix, clip: Box, font: FontStyle): GraphicsState {
  return {
    matrix,
    clip,
    fillColor: '#000000',
    strokeColor: '#000000',
    lineWidth: 1,
    fillAlpha: 1,
    font,
    metrics: { spaceWidth: defaultSpaceWidth },
    isVertical: false,
    glyphUnit: 0.001,
    size: 0,
    charSpacing: 0,
    wordSpacing: 0,
    horizontalScale: 1,
    leading: 0,
    rise: 0,
    renderingMode: 0,
  }
}

/** Text matrix and position; valid from BT to ET and not part of the q/Q stack. */
export interface TextPosition {
  matrix: Matrix
  x: number
  y: number
  lineX: number
  lineY: number
}

export function textStart(matrix: Matrix = identity): TextPosition {
  return { matrix, x: 0, y: 0, lineX: 0, lineY: 0 }
}

export function intersect(one: Box, other: Box): Box {
  const left = Math.max(one.left, other.left)
  const top = Math.max(one.top, other.top)
  return {
    left,
    top,
    right: Math.max(left, Math.min(one.right, other.right)),
    bottom: Math.max(top, Math.min(one.bottom, other.bottom)),
  }
}
