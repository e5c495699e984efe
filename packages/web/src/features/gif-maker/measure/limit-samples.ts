/** Limits the sampled frames to a memory budget, keeping runs of consecutive frames whole. */
import type { SampledMoment } from '@filesmith/contract/gif-estimate'
import type { ImageSize } from '../gif-metrics.ts'

/** 64 MB: fewer samples suffice for large frames, and phones have little memory. */
const maxPixels = 16_000_000

export function limitSamples(
  moments: readonly SampledMoment[],
  { width, height }: ImageSize,
): readonly SampledMoment[] {
  const maxFrames = Math.floor(maxPixels / (width * height))
  const runs = runsOf(moments)
  const [run = []] = runs
  if (runs.length === 1) return run.slice(0, Math.max(1, maxFrames - 1))
  const count = Math.max(1, Math.min(runs.length, Math.floor(maxFrames / (run.length + 1))))
  return Array.from(
    { length: count },
    (_, index) => runs[Math.floor(((index + 0.5) * runs.length) / count)] ?? [],
  ).flat()
}

/** A run continues while a pair starts with the frame that ended the previous pair. */
function runsOf(moments: readonly SampledMoment[]): SampledMoment[][] {
  const runs: SampledMoment[][] = []
  for (const moment of moments) {
    const run = runs.at(-1)
    if (run?.at(-1)?.secondSeconds === moment.firstSeconds) run.push(moment)
    else runs.push([moment])
  }
  return runs
}
