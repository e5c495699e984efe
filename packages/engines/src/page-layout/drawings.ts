/** Finds vector drawings such as charts, diagrams and logos, excluding decoration of text and tables. */

import type { Cluster } from './cluster-marks.ts'
import { connectedBoxes } from './cluster-marks.ts'
import { findGrids, type Grid } from './grid.ts'
import { startsWithMarker } from './markers.ts'
import type { PageContent } from './page-content.ts'
import { type Box, boxArea, boxAround, boxHeight, boxWidth, isCenterIn, overlap } from './page-model.ts'
import { isProse, type PageText, textsOf } from './page-texts.ts'

/** Around a drawing, for the width of its lines. */
const margin = 1.5
const maxDrawings = 40
const minWidthInCell = 100
const minHeightInCell = 60

/** Bounding boxes of drawings in points; they never overlap a table. */
export function findDrawings(page: PageContent): Box[] {
  if (page.strokes.length === 0 && page.fills.length < 3) return []
  const texts = textsOf(page.fragments)
  const tables = findGrids(page.rules).filter(
    grid => containsWords(grid.cells, texts) && !isDiagram(grid, page),
  )
  const marks = marksOf(page, texts, tables)
  const drawings = connectedBoxes(marks, page).filter(cluster => isDrawing(cluster, texts, page))
  const grown = drawings.map(({ box }) => withLabels(box, marks, texts))
  return mergeTouching([...grown, ...imagesUnder(grown, page, texts)])
    .filter(box => tables.every(table => overlap(table, box) === 0 || fillsCell(box, table)))
    .map(box => padded(box, page))
    .slice(0, maxDrawings)
}

function marksOf(page: PageContent, texts: readonly PageText[], tables: readonly Grid[]): DrawingMark[] {
  const marks: DrawingMark[] = [
    ...page.strokes.map(box => ({ ...box, kind: 'stroke' as const })),
    ...page.fills.filter(fill => fill.color !== '#ffffff').map(box => ({ ...box, kind: 'fill' as const })),
    ...page.rules.map(box => ({ ...box, kind: 'rule' as const })),
  ]
  const running = texts.filter(isProse)
  return marks.filter(
    mark =>
      !(mark.kind === 'rule' ? tables.some(table => isEdge(mark, table)) : isOnTable(mark, tables)) &&
      !isBackground(mark, page, running, tables) &&
      !(mark.kind !== 'rule' && marksText(mark, texts)),
  )
}

/** A grid with text in its cells is a table; the grid lines of a chart enclose empty cells. */
function containsWords(cells: readonly Box[], texts: readonly PageText[]): boolean {
  const filled = cells.filter(cell => texts.some(text => isCenterIn(text, cell))).length
  return filled >= 2 && filled >= 0.3 * cells.length
}

/** Boxes connected by arrows: unlike in a table, most cells are open on at least one side. */
function isDiagram(grid: Grid, { strokes, rules }: PageContent): boolean {
  if (strokes.filter(stroke => overlap(stroke, grid) > 0).length < 2) return false
  const hasRule = (isHorizontal: boolean, at: number, middle: number) =>
    rules.some(rule => {
      if (rule.isHorizontal !== isHorizontal) return false
      const [place, from, to] = isHorizontal
        ? [rule.top, rule.left, rule.right]
        : [rule.left, rule.top, rule.bottom]
      return Math.abs(place - at) < 4 && from <= middle + 1 && to >= middle - 1
    })
  const closed = grid.cells.filter(({ left, top, right, bottom }) => {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    return [top, bottom].every(at => hasRule(true, at, x)) && [left, right].every(at => hasRule(false, at, y))
  })
  return closed.length < 0.6 * grid.cells.length
}

/** Fills and symbols of a table. */
function isOnTable(mark: Box, tables: readonly Grid[]): boolean {
  return tables.some(table => overlap(table, mark) > 0 && !table.cells.some(cell => isWithin(mark, cell)))
}

function isEdge(rule: Box, table: Grid): boolean {
  const isNear = (edges: readonly number[], from: number, to: number) =>
    to - from < 3 && edges.some(edge => Math.abs(edge - from) < 3)
  return (
    isWithin(rule, table) &&
    (isNear(table.columnEdges, rule.left, rule.right) || isNear(table.rowEdges, rule.top, rule.bottom))
  )
}

/** A large drawing within one cell of a page-sized table; smaller ones belong to the table. */
function fillsCell(box: Box, table: Grid): boolean {
  const isLarge = boxWidth(box) >= minWidthInCell && boxHeight(box) >= minHeightInCell
  return isLarge && table.cells.some(cell => isWithin(box, cell))
}

/** Panels, frames and color fills behind text or tables. */
function isBackground(
  mark: Box,
  page: PageContent,
  running: readonly PageText[],
  tables: readonly Box[],
): boolean {
  if (boxArea(mark) > 0.6 * page.width * page.height) return true
  return running.some(text => isCenterIn(text, mark)) || tables.some(table => isWithin(table, mark))
}

/** A box of line height behind words: highlight, button or link frame. */
function marksText(mark: Box, texts: readonly PageText[]): boolean {
  return texts.some(
    text =>
      boxHeight(mark) <= 1.7 * text.size &&
      Math.min(mark.bottom, text.bottom) - Math.max(mark.top, text.top) > 0.5 * boxHeight(mark) &&
      Math.min(mark.right, text.right) - Math.max(mark.left, text.left) > 0.5 * boxWidth(mark),
  )
}

/** Annotations drawn on a photo are merged with it. */
function imagesUnder(drawings: readonly Box[], page: PageContent, texts: readonly PageText[]): Box[] {
  return page.images.filter(
    image =>
      boxArea(image) < 0.6 * page.width * page.height &&
      !texts.some(text => isProse(text) && isCenterIn(text, image)) &&
      drawings.some(box => overlap(box, image) > 0.2 * boxArea(box)),
  )
}

function mergeTouching(boxes: readonly Box[]): Box[] {
  const merged: Box[] = []
  for (const box of boxes) {
    let whole: Box = { left: box.left, top: box.top, right: box.right, bottom: box.bottom }
    for (let at = merged.findIndex(other => overlap(other, whole) > 0); at >= 0; ) {
      whole = boxAround([whole, ...merged.splice(at, 1)])
      at = merged.findIndex(other => overlap(other, whole) > 0)
    }
    merged.push(whole)
  }
  return merged
}

function padded(box: Box, page: PageContent): Box {
  return {
    left: Math.max(0, box.left - margin),
    top: Math.max(0, box.top - margin),
    right: Math.min(page.width, box.right + margin),
    bottom: Math.min(page.height, box.bottom + margin),
  }
}

function isWithin(inner: Box, outer: Box): boolean {
  return (
    inner.left >= outer.left - 3 &&
    inner.right <= outer.right + 3 &&
    inner.top >= outer.top - 3 &&
    inner.bottom <= outer.bottom + 3
  )
}

interface DrawingMark extends Box {
  /** Only strokes (curves and slanted lines) indicate a drawing; rules and boxes have other uses. */
  readonly kind: 'stroke' | 'fill' | 'rule'
}

/** In points. */
const minSide = 14
const minArea = 600
const largeStroke = 18
const smallStroke = 2
const sameEdge = 1.2

/** Distinguishes drawings from other vector content by curves, slanted lines or the bars of a chart. */
function isDrawing(
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

/** In font sizes. */
const besideGap = 1.6
const belowGap = 1.3
/** In points: a chart that was scaled down has tiny labels, but not that close. */
const minBesideGap = 11
const minBelowGap = 9
const maxBesideWidth = 14
/** In points. */
const maxSample = 45
const legendDistance = 24

const caption = /^(fig|figure|abb|abbildung|table|tab|tabelle|source|quelle|note|chart|diagramm?)\b/i

/** `marks` are all vector marks of the page, including those of legends. */
function withLabels(ink: Box, marks: readonly Box[], texts: readonly PageText[]): Box {
  const labels = texts.filter(text => !isProse(text) && !caption.test(text.text))
  let box = boxAround([ink, ...labels.filter(text => isCenterIn(text, ink))])
  // Tick labels come first, axis titles are beyond them: two rounds include both.
  for (let round = 0; round < 2; round++) {
    const beside = labels.filter(text => isBeside(text, box, labels))
    box = boxAround([box, ...beside])
    box = boxAround([box, ...rowBelow(box, labels, texts)])
  }
  return boxAround([box, ...legendOf(box, marks, labels)])
}

/** Two or more small line or color samples near the drawing, each with a name to its right. */
function legendOf(box: Box, marks: readonly Box[], labels: readonly PageText[]): Box[] {
  const entries = marks.flatMap(mark => {
    const isSmall = Math.max(boxWidth(mark), boxHeight(mark)) <= maxSample
    if (!isSmall || distance(mark, box) > legendDistance || distance(mark, box) === 0) return []
    const name = labels.find(text => {
      const gap = text.left - mark.right
      return gap > -2 && gap < text.size + 4 && overlapOf(text, mark) >= 0
    })
    return name ? [{ mark, name }] : []
  })
  const names = new Set(entries.map(({ name }) => name))
  return names.size < 2 ? [] : [...names, ...entries.map(({ mark }) => mark)]
}

/** Along one axis; diagonal neighbors do not count. */
function distance(one: Box, other: Box): number {
  const across = Math.max(0, one.left - other.right, other.left - one.right)
  const along = Math.max(0, one.top - other.bottom, other.top - one.bottom)
  return across > 0 && along > 0 ? Infinity : across + along
}

/** Short text close to the side of the drawing; rotated text only needs to overlap its height. */
function isBeside(text: PageText, box: Box, labels: readonly PageText[]): boolean {
  const gap = Math.max(box.left - text.right, text.left - box.right)
  const middle = (text.top + text.bottom) / 2
  if (gap <= -1 || gap > Math.max(besideGap * text.size, minBesideGap)) return false
  if (text.angle !== 0) return overlapOf(text, box) > 0.8 * boxHeight(text)
  const isShort = boxWidth(text) <= maxBesideWidth * text.size && boxWidth(text) < 0.5 * boxWidth(box)
  // Tick labels come in columns; a single word beside a logo belongs to running text.
  const isInColumn = (other: Box) =>
    Math.abs(other.right - text.right) < 2 || Math.abs(other.left - text.left) < 2
  const others = labels.filter(other => isInColumn(other) && overlapOf(other, box) > 0)
  return isShort && middle >= box.top - text.size && middle <= box.bottom + text.size && others.length >= 3
}

function overlapOf(text: Box, box: Box): number {
  return Math.min(text.bottom, box.bottom) - Math.max(text.top, box.top)
}

/** Axis labels: several short words in a row directly below, within the width of the drawing. */
function rowBelow(box: Box, labels: readonly PageText[], texts: readonly PageText[]): PageText[] {
  const near = labels.filter(text => {
    const gap = text.top - box.bottom
    const isUnder = text.left > box.left - 2 * text.size && text.right < box.right + 2 * text.size
    return gap > -0.8 * text.size && gap < Math.max(belowGap * text.size, minBelowGap) && isUnder
  })
  const row = near.filter(text => near.some(other => other !== text && Math.abs(other.top - text.top) < 2))
  // A line of text with gaps is not a row of labels: prose follows directly below it.
  const bottom = Math.max(...row.map(text => text.bottom))
  const isFollowed = texts.some(text => isProse(text) && Math.abs(text.top - bottom) < 0.5 * text.size)
  return isFollowed ? [] : row
}
