/** Affine matrices, as six numbers: a point (x, y) becomes (a x + c y + e, b x + d y + f). */
import { PsError } from '../language/errors.ts'

export type Matrix = readonly [number, number, number, number, number, number]
export type Point = readonly [number, number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** First the one, then the other. */
export function multiply(one: Matrix, other: Matrix): Matrix {
  const [a, b, c, d, e, f] = one
  const [p, q, r, s, t, u] = other
  return [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u]
}

export function invert([a, b, c, d, e, f]: Matrix): Matrix {
  const determinant = a * d - b * c
  if (determinant === 0 || !Number.isFinite(determinant)) throw new PsError('undefinedresult')
  const [p, q, r, s] = [d / determinant, -b / determinant, -c / determinant, a / determinant]
  return [p, q, r, s, -(e * p + f * r), -(e * q + f * s)]
}

export function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): Point {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** Without the translation. */
export function applyDistance([a, b, c, d]: Matrix, x: number, y: number): Point {
  return [a * x + c * y, b * x + d * y]
}

/** Mean scale of lengths. */
export function scaleOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c))
}

/** Circles stay circles. */
export function isUniform([a, b, c, d]: Matrix): boolean {
  const size = Math.abs(a) + Math.abs(b) + Math.abs(c) + Math.abs(d)
  const tolerance = size * 1e-3
  const isRotation = Math.abs(a - d) < tolerance && Math.abs(b + c) < tolerance
  const isMirrored = Math.abs(a + d) < tolerance && Math.abs(b - c) < tolerance
  return isRotation || isMirrored
}

export function isFiniteMatrix(matrix: Matrix): boolean {
  return matrix.every(Number.isFinite)
}
