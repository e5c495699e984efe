/** Places on pages as they are seen: rotated, and cut to the CropBox. */
import type { Matrix } from '../../pdf/read/matrix.ts'
import type { PdfPage } from '../qpdf/read-pages.ts'

export interface DrawnSize {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export function seenSize({ cropBox: [left, bottom, right, top], rotation, userUnit }: PdfPage): DrawnSize {
  const [width, height] = [(right - left) * userUnit, (top - bottom) * userUnit]
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** From points on the page as seen, from its lower left corner, to the coordinates of its content. */
export function seenMatrix({ cropBox: [left, bottom, right, top], rotation, userUnit }: PdfPage): Matrix {
  const unit = 1 / userUnit
  const matrices: Readonly<Record<PdfPage['rotation'], Matrix>> = {
    0: [unit, 0, 0, unit, left, bottom],
    90: [0, unit, -unit, 0, right, bottom],
    180: [-unit, 0, 0, -unit, right, top],
    270: [0, -unit, unit, 0, left, top],
  }
  return matrices[rotation]
}

export function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  const determinant = a * d - b * c
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ]
}

/** Scales a drawing, rotates it counterclockwise around its center, and moves the center to a point. */
export function centeredAt(
  size: DrawnSize,
  center: Point,
  { scale, degrees }: { scale: number; degrees: number },
): Matrix {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale]
  const { width, height } = size
  return [
    cos,
    sin,
    -sin,
    cos,
    center.x - (cos * width - sin * height) / 2,
    center.y - (sin * width + cos * height) / 2,
  ]
}

/** Of a drawing that is rotated. */
export function boundsOf({ width, height }: DrawnSize, degrees: number): DrawnSize {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
  return { width: width * cos + height * sin, height: width * sin + height * cos }
}

/** As PDF content writes them. */
export function writeMatrix(matrix: Matrix): string {
  return matrix.map(number => String(Number(number.toFixed(4)))).join(' ')
}
