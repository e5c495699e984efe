/** How large a copy the processor draws: while settings move one that keeps up with them, at rest one with everything that is seen. */
import { editGeometry } from '@filesmith/contract/image-edit/geometry'
import type { Scene } from './painter.ts'

/** Longest sides, the finest first: each takes half the time of the one before it. */
export const copySides = [2036, 1440, 1018, 720, 509, 360, 255, 180, 127] as const

/** Of the 16 ms of a frame the rest of the page needs its part, too. */
const slowMs = 8
/** So little that the next finer one, which takes twice as long, is not slow. */
const quickMs = 3

/** Into `copySides`. */
export type CopyLevel = number

const coarsest: CopyLevel = copySides.length - 1

/** The coarsest copy that has a pixel for each that is seen. */
export function levelAtRest({ size, edit, place }: Scene): CopyLevel {
  const scale = place.width / editGeometry(size, edit).crop.width
  const seenSide = scale * Math.max(size.width, size.height)
  const level = copySides.findLastIndex(side => side >= seenSide)
  return Math.max(0, level)
}

/** After a drawing that took so long; never finer than at rest. */
export function nextLevel(level: CopyLevel, tookMs: number, atRest: CopyLevel): CopyLevel {
  const next = tookMs > slowMs ? level + 1 : tookMs < quickMs ? level - 1 : level
  return Math.max(atRest, Math.min(coarsest, next))
}
