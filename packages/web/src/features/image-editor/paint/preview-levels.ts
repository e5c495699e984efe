/** Chooses the preview resolution of the software painter: fast enough while settings change, full detail at rest. */
import { editGeometry } from '@filesmith/contract/image-edit/geometry'
import type { Scene } from './painter.ts'

/** Longest sides, finest first; each takes half the time of the one before. */
export const levelSides = [2036, 1440, 1018, 720, 509, 360, 255, 180, 127] as const

/** Leaves time for the rest of the page within a frame of 16 ms. */
const slowMs = 8
/** Fast enough that the next finer level, which takes twice as long, is not slow. */
const fastMs = 3

/** Index into `levelSides`. */
export type PreviewLevel = number

const coarsest: PreviewLevel = levelSides.length - 1

/** The coarsest level with at least one pixel per displayed pixel. */
export function restLevelFor({ size, edit, rect }: Scene): PreviewLevel {
  const scale = rect.width / editGeometry(size, edit).crop.width
  const displayedSide = scale * Math.max(size.width, size.height)
  const level = levelSides.findLastIndex(side => side >= displayedSide)
  return Math.max(0, level)
}

/** Level for the next frame, given how long the last one took; never finer than at rest. */
export function nextLevel(level: PreviewLevel, durationMs: number, restLevel: PreviewLevel): PreviewLevel {
  const next = durationMs > slowMs ? level + 1 : durationMs < fastMs ? level - 1 : level
  return Math.max(restLevel, Math.min(coarsest, next))
}
