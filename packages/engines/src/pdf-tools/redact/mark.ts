/** Marks: parallelograms on a page, in its user space, whose content is removed. */
import { type Matrix, multiply, transformPoint } from '../../pdf/read/matrix.ts'

/** The unit square in the coordinates of the page. */
export interface Mark {
  readonly frame: Matrix
  /** Not drawn: what it covers is on a hidden layer. */
  readonly isHidden?: boolean
  /** Drawn by the user; others are lines of text, whose boxes reach into the lines above and below. */
  readonly isArea?: boolean
}

type Point = readonly [number, number]

const corners: readonly Point[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]

export function rectangle(left: number, bottom: number, right: number, top: number): Matrix {
  return [right - left, 0, 0, top - bottom, left, bottom]
}

export function cornersOf(frame: Matrix): Point[] {
  return corners.map(([x, y]) => transformPoint(frame, x, y))
}

/** Undefined for a matrix without an area. */
export function inverted([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const determinant = a * d - b * c
  if (Math.abs(determinant) < 1e-12) return undefined
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ]
}

/** Both parallelograms have points in common: no edge of either separates them. */
export function overlaps(one: Matrix, other: Matrix): boolean {
  return reachesInto(one, other) && reachesInto(other, one)
}

const touching = 1e-6
/** In points. */
const touchingDistance = 0.001

function reachesInto(frame: Matrix, other: Matrix): boolean {
  const inverse = inverted(frame)
  if (inverse === undefined) return false
  // Of the width or height: frames may be very large.
  const within = (a: number, b: number) => Math.min(touching, touchingDistance / Math.hypot(a, b))
  const [x, y] = [within(frame[0], frame[1]), within(frame[2], frame[3])]
  const points = cornersOf(multiply(inverse, other))
  const xs = points.map(([along]) => along)
  const ys = points.map(([, across]) => across)
  return Math.max(...xs) > x && Math.min(...xs) < 1 - x && Math.max(...ys) > y && Math.min(...ys) < 1 - y
}

/** Smallest rectangle around it: left, bottom, right, top. */
export function boundsOfMark(frame: Matrix): readonly [number, number, number, number] {
  const points = cornersOf(frame)
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}
