/** Classifies paths as rules, filled rectangles or parts of drawings. */

import { type Box, boxAround, type Fill, type Rule } from '../../page-layout/page-model.ts'
import { type Matrix, transformPoint } from './matrix.ts'

/** In points: filled rectangles up to this thickness are lines. */
const maxRuleThickness = 2.6
const straightness = 0.6
const minRuleLength = 2

const drawing = { moveTo: 0, lineTo: 1, curveTo: 2, quadraticCurveTo: 3, closePath: 4 } as const

type Point = readonly [number, number]

interface Subpath {
  readonly points: Point[]
  hasCurve: boolean
  isClosed: boolean
  /** Total length of its straight lines. */
  straight: number
}

export interface PathPaint {
  readonly strokeColor?: string
  readonly fillColor?: string
  readonly lineWidth: number
}

export interface PathSink {
  rule(rule: Rule): void
  fill(fill: Fill): void
  /** Part of a drawing. */
  stroke(box: Box): void
}

export function readPath(data: ArrayLike<number>, matrix: Matrix, paint: PathPaint, sink: PathSink): void {
  for (const subpath of subpathsOf(data, matrix)) {
    const box = boxOfPoints(subpath.points)
    const isRounded = subpath.hasCurve && isRoundedBox(subpath, box)
    const isBox = isRounded || (!subpath.hasCurve && isAxisAligned(subpath))
    if (paint.fillColor !== undefined) {
      const [width, height] = [box.right - box.left, box.bottom - box.top]
      if (!isBox) sink.stroke(box)
      else if (Math.min(width, height) > maxRuleThickness) sink.fill({ ...box, color: paint.fillColor })
      else addRule(sink, box, Math.max(0.25, Math.min(width, height)), paint.fillColor)
    }
    if (paint.strokeColor === undefined) continue
    if (!isBox) sink.stroke(box)
    else
      strokeSegments(
        isRounded ? cornersOf(box) : subpath,
        Math.max(0.25, paint.lineWidth),
        paint.strokeColor,
        sink,
      )
  }
}

function strokeSegments(subpath: Subpath, lineWidth: number, color: string, sink: PathSink): void {
  const { points, isClosed } = subpath
  const last = isClosed ? points.length : points.length - 1
  for (let index = 0; index < last; index++) {
    const from = points[index]
    const to = points[(index + 1) % points.length]
    if (from && to) addRule(sink, boxOfPoints([from, to]), lineWidth, color)
  }
}

function addRule(sink: PathSink, box: Box, thickness: number, color: string): void {
  const isHorizontal = box.right - box.left >= box.bottom - box.top
  const length = isHorizontal ? box.right - box.left : box.bottom - box.top
  if (length >= minRuleLength) sink.rule({ ...box, isHorizontal, thickness, color })
}

function isAxisAligned({ points, isClosed }: Subpath): boolean {
  const last = isClosed ? points.length : points.length - 1
  for (let index = 0; index < last; index++) {
    const from = points[index]
    const to = points[(index + 1) % points.length]
    if (!from || !to) continue
    if (Math.abs(from[0] - to[0]) > straightness && Math.abs(from[1] - to[1]) > straightness) return false
  }
  return points.length > 1 && points.length <= 12
}

/** All points on the edges, which are mostly straight. */
function isRoundedBox({ points, straight }: Subpath, box: Box): boolean {
  const isAt = (one: number, other: number) => Math.abs(one - other) <= straightness
  const isOnEdge = ([x, y]: Point) =>
    isAt(x, box.left) || isAt(x, box.right) || isAt(y, box.top) || isAt(y, box.bottom)
  if (points.length > 40 || !points.every(isOnEdge)) return false
  return straight > box.right - box.left + box.bottom - box.top
}

function cornersOf({ left, top, right, bottom }: Box): Subpath {
  const points = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ] as const
  return { points: [...points], hasCurve: false, isClosed: true, straight: 0 }
}

/** Number of coordinates per operation. */
const coordinatesOf = [2, 2, 6, 4, 0] as const

function subpathsOf(data: ArrayLike<number>, matrix: Matrix): Subpath[] {
  const subpaths: Subpath[] = []
  for (let index = 0; index < data.length; ) {
    const operation = data[index++] ?? -1
    const coordinates = coordinatesOf[operation]
    if (coordinates === undefined) break
    if (operation === drawing.moveTo)
      subpaths.push({ points: [], hasCurve: false, isClosed: false, straight: 0 })
    const current = subpaths.at(-1)
    if (current) extend(current, operation, pointsAt(data, index, coordinates, matrix))
    index += coordinates
  }
  return subpaths
}

function pointsAt(data: ArrayLike<number>, index: number, coordinates: number, matrix: Matrix): Point[] {
  return Array.from({ length: coordinates / 2 }, (_, at) =>
    transformPoint(matrix, data[index + 2 * at] ?? 0, data[index + 2 * at + 1] ?? 0),
  )
}

function extend(subpath: Subpath, operation: number, points: readonly Point[]): void {
  const isClosing = operation === drawing.closePath
  subpath.hasCurve ||= operation === drawing.curveTo || operation === drawing.quadraticCurveTo
  subpath.isClosed ||= isClosing
  const from = subpath.points.at(-1)
  const to = isClosing ? subpath.points[0] : points[0]
  if ((operation === drawing.lineTo || isClosing) && from && to)
    subpath.straight += Math.hypot(to[0] - from[0], to[1] - from[1])
  subpath.points.push(...points)
}

function boxOfPoints(points: readonly Point[]): Box {
  return boxAround(points.map(([x, y]) => ({ left: x, top: y, right: x, bottom: y })))
}
