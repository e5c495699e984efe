/** As many of the sampled moments as there is memory for: rows of frames that follow each other stay whole. */
import type { SampledMoment } from '@filesmith/contract/gif-estimate'
import type { ImageSize } from '../gif-figures.ts'

/** 64 MB: large frames say as much with fewer of them, and phones have little memory. */
const maxPixels = 16_000_000

export function affordableMoments(
  moments: readonly SampledMoment[],
  { width, height }: ImageSize,
): readonly SampledMoment[] {
  const maxFrames = Math.floor(maxPixels / (width * height))
  const rows = rowsOf(moments)
  const [row = []] = rows
  if (rows.length === 1) return row.slice(0, Math.max(1, maxFrames - 1))
  const count = Math.max(1, Math.min(rows.length, Math.floor(maxFrames / (row.length + 1))))
  return Array.from(
    { length: count },
    (_, index) => rows[Math.floor(((index + 0.5) * rows.length) / count)] ?? [],
  ).flat()
}

/** A row goes on as long as a pair begins with the frame that ended the one before. */
function rowsOf(moments: readonly SampledMoment[]): SampledMoment[][] {
  const rows: SampledMoment[][] = []
  for (const moment of moments) {
    const row = rows.at(-1)
    if (row?.at(-1)?.secondSeconds === moment.firstSeconds) row.push(moment)
    else rows.push([moment])
  }
  return rows
}
