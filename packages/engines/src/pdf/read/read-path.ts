/** Sorts what a path draws into rules, filled boxes and parts of drawings. */
import { type Matrix, transformPoint } from './matrix.ts'
import { type Box, boxAround, type Fill, type Rule } from './page-model.ts'

/** A filled box this thin, in points, is meant as a line. */
const maxRuleThickness = 2.6
const straightness = 0.6
const minRuleLength = 2

const drawing = { moveTo: 0, lineTo: 1, curveTo: 2, quadraticCurveTo: 3, closePath: 4 } as const

interface Subpath {
  readonly points: (readonly [number, number])[]
  hasCurve: boolean
  isClosed: boolean
}

export interface PathPaint {
  readonly strokeColour?: string
  readonly fillColour?: string
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
    const isBox = !subpath.hasCurve && isAxisAligned(subpath)
    if (paint.fillColour !== undefined) {
      const [width, height] = [box.right - box.left, box.bottom - box.top]
      if (!isBox) sink.stroke(box)
      else if (Math.min(width, height) > maxRuleThickness) sink.fill({ ...box, colour: paint.fillColour })
      else addRule(sink, box, Math.max(0.25, Math.min(width, height)), paint.fillColour)
    }
    if (paint.strokeColour === undefined) continue
    if (!isBox) sink.stroke(box)
    else strokeSegments(subpath, paint.lineWidth, paint.strokeColour, sink)
  }
}

function strokeSegments(subpath: Subpath, lineWidth: number, colour: string, sink: PathSink): void {
  const { points, isClosed } = subpath
  const last = isClosed ? points.length : points.length - 1
  for (let index = 0; index < last; index++) {
    const from = points[index]
    const to = points[(index + 1) % points.length]
    if (from && to) addRule(sink, boxOfPoints([from, to]), Math.max(0.25, lineWidth), colour)
  }
}

function addRule(sink: PathSink, box: Box, thickness: number, colour: string): void {
  const isHorizontal = box.right - box.left >= box.bottom - box.top
  const length = isHorizontal ? box.right - box.left : box.bottom - box.top
  if (length >= minRuleLength) sink.rule({ ...box, isHorizontal, thickness, colour })
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

/** How many numbers follow each operation. */
const coordinatesOf = [2, 2, 6, 4, 0] as const

function subpathsOf(data: ArrayLike<number>, matrix: Matrix): Subpath[] {
  const subpaths: Subpath[] = []
  for (let index = 0; index < data.length; ) {
    const operation = data[index++] ?? -1
    const coordinates = coordinatesOf[operation]
    if (coordinates === undefined) break
    if (operation === drawing.moveTo) subpaths.push({ points: [], hasCurve: false, isClosed: false })
    const current = subpaths.at(-1)
    if (current) {
      current.hasCurve ||= operation === drawing.curveTo || operation === drawing.quadraticCurveTo
      current.isClosed ||= operation === drawing.closePath
      for (let at = index; at < index + coordinates; at += 2)
        current.points.push(transformPoint(matrix, data[at] ?? 0, data[at + 1] ?? 0))
    }
    index += coordinates
  }
  return subpaths
}

function boxOfPoints(points: readonly (readonly [number, number])[]): Box {
  return boxAround(points.map(([x, y]) => ({ left: x, top: y, right: x, bottom: y })))
}
