/** Affine matrices, as six numbers: a point (x, y) becomes (a x + c y + e, b x + d y + f). */
import { PsError } from '../language/errors.ts'

export type PsMatrix = readonly [number, number, number, number, number, number]
export type PointPair = readonly [number, number]

export const identityMatrix: PsMatrix = [1, 0, 0, 1, 0, 0]

/** First the one, then the other. */
export function multiplyMatrices(one: PsMatrix, other: PsMatrix): PsMatrix {
  const [a, b, c, d, e, f] = one
  const [p, q, r, s, t, u] = other
  return [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u]
}

export function invertMatrix([a, b, c, d, e, f]: PsMatrix): PsMatrix {
  const determinant = a * d - b * c
  if (determinant === 0 || !Number.isFinite(determinant)) throw new PsError('undefinedresult')
  const [p, q, r, s] = [d / determinant, -b / determinant, -c / determinant, a / determinant]
  return [p, q, r, s, -(e * p + f * r), -(e * q + f * s)]
}

export function apply([a, b, c, d, e, f]: PsMatrix, x: number, y: number): PointPair {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** Without the translation. */
export function applyDistance([a, b, c, d]: PsMatrix, x: number, y: number): PointPair {
  return [a * x + c * y, b * x + d * y]
}

/** Mean scale of lengths. */
export function meanScale([a, b, c, d]: PsMatrix): number {
  return Math.sqrt(Math.abs(a * d - b * c))
}

/** Circles stay circles. */
export function isUniform([a, b, c, d]: PsMatrix): boolean {
  const size = Math.abs(a) + Math.abs(b) + Math.abs(c) + Math.abs(d)
  const tolerance = size * 1e-3
  const isRotation = Math.abs(a - d) < tolerance && Math.abs(b + c) < tolerance
  const isMirrored = Math.abs(a + d) < tolerance && Math.abs(b - c) < tolerance
  return isRotation || isMirrored
}

export function isFiniteMatrix(matrix: PsMatrix): boolean {
  return matrix.every(Number.isFinite)
}
