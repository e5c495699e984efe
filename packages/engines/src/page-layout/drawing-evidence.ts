/** Distinguishes drawings from other vector content by curves, slanted lines or the bars of a chart. */

import type { Cluster } from './cluster-marks.ts'
import { startsWithMarker } from './markers.ts'
import type { PageContent } from './page-content.ts'
import { type Box, boxArea, boxHeight, boxWidth, isCenterIn } from './page-model.ts'
import { isProse, type PageText } from './page-texts.ts'

export interface DrawingMark extends Box {
  /** Only strokes (curves and slanted lines) indicate a drawing; rules and boxes have other uses. */
  readonly kind: 'stroke' | 'fill' | 'rule'
}

/** In points. */
const minSide = 14
const minArea = 600
const largeStroke = 18
const smallStroke = 2
const sameEdge = 1.2

export function isDrawing(
  { box, marks }: Cluster<DrawingMark>,
  texts: readonly PageText[],
  page: PageContent,
): boolean {
  if (Math.min(boxWidth(box), boxHeight(box)) < minSide || boxArea(box) < minArea) return false
  const inside = texts.filter(text => isCenterIn(text, box))
  if (!isCurved(marks) && !hasBars(marks, inside)) return false
  return !isText(box, inside, texts, page)
}

function isCurved(marks: readonly DrawingMark[]): boolean {
  const strokes = marks.filter(mark => mark.kind === 'stroke')
  const isLarge = (mark: Box) => boxWidth(mark) >= largeStroke && boxHeight(mark) >= largeStroke
  const small = strokes.filter(mark => Math.max(boxWidth(mark), boxHeight(mark)) >= smallStroke)
  return strokes.some(isLarge) || small.length >= 3
}

/** Bars of equal thickness and varying length that start on one line, without text on them: a bar chart, not a table. */
function hasBars(marks: readonly DrawingMark[], texts: readonly PageText[]): boolean {
  const bars = marks.filter(mark => mark.kind === 'fill' && !texts.some(text => isCenterIn(text, mark)))
  const vertical = bars.map(bar => ({ start: bar.bottom, thickness: boxWidth(bar), length: boxHeight(bar) }))
  const horizontal = bars.map(bar => ({ start: bar.left, thickness: boxHeight(bar), length: boxWidth(bar) }))
  return [vertical, horizontal].some(direction =>
    direction.some(({ start, thickness }) => {
      const alike = direction.filter(
        bar =>
          Math.abs(bar.start - start) < sameEdge && Math.abs(bar.thickness - thickness) < 0.1 * thickness,
      )
      const lengths = new Set(alike.map(bar => Math.round(bar.length / 3)))
      return alike.length >= 3 && lengths.size >= 3 && thickness >= 3
    }),
  )
}

/** Mostly text with decoration around it. */
function isText(
  box: Box,
  inside: readonly PageText[],
  texts: readonly PageText[],
  page: PageContent,
): boolean {
  const letters = (some: readonly PageText[]) => some.reduce((sum, { text }) => sum + text.length, 0)
  const area = boxArea(box)
  const inked = inside.reduce((sum, text) => sum + boxArea(text), 0)
  if (inked > 0.4 * area || letters(inside.filter(isProse)) > 0.3 * letters(inside)) return true
  if (inside.filter(({ text }) => startsWithMarker(text)).length >= 2) return true
  const isMostOfPage = area > 0.5 * page.width * page.height && letters(inside) > 0.6 * letters(texts)
  return isMostOfPage && letters(inside) > 200
}
