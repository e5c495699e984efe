/** Sandboxed program that weighs frames. */
import { open, writeFile } from 'node:fs/promises'
import { deflateRawSync } from 'node:zlib'
import { holdPixels } from '../encode/hold-pixels.ts'
import type { Size } from '../gif-context.ts'
import { runStdinJob } from '../sandboxed-messages.ts'
import type { MeasureJob, MeasureResult } from './measure-job.ts'

/** Estimates how expensive each frame is to store, by deflating the changed pixels of some of its rows. */
interface FramesToWeigh extends Size {
  readonly framesPath: string
  readonly order: readonly number[]
  readonly holdBelow: number
}

/** Bands of whole rows, since horizontal repetition compresses well; a quarter of the rows is representative. */
const bandRows = 4
const bandEvery = 4
/** Fastest level: only the relation between frames matters. */
const level = 1

/** The first frame is weighed completely. Applies the same noise reduction as the encoder. */
async function frameWeights(frames: FramesToWeigh): Promise<readonly number[]> {
  const { width, height, framesPath, order, holdBelow } = frames
  const file = await open(framesPath)
  try {
    const weights: number[] = []
    const whole = Buffer.alloc(width * height * 4)
    let shown: Buffer | undefined
    for (const index of order) {
      const { bytesRead } = await file.read(whole, 0, whole.length, index * whole.length)
      if (bytesRead !== whole.length) throw new Error('A frame is missing.')
      const bands = cutBands(whole, frames)
      if (shown && holdBelow > 0) holdPixels(shown, bands, holdBelow)
      weights.push(packedBytes(shown, bands))
      shown = bands
    }
    return weights
  } finally {
    await file.close()
  }
}

function cutBands(frame: Buffer, { width, height }: Size): Buffer {
  const bandBytes = bandRows * width * 4
  const bands: Buffer[] = []
  // The middle band of every sixteen rows, or the first rows of a smaller image.
  const start = height < bandRows * bandEvery ? 0 : 2 * bandRows
  for (let row = start; row < height; row += bandRows * bandEvery)
    bands.push(frame.subarray(row * width * 4, row * width * 4 + bandBytes))
  return Buffer.concat(bands)
}

/** Luma in 128 steps, 0 where nothing changes. */
function packedBytes(before: Buffer | undefined, after: Buffer): number {
  const [old, next] = [before && pixels(before), pixels(after)]
  const steps = new Uint8Array(next.length)
  let isChanged = false
  for (let at = 0; at < next.length; at += 1) {
    if (old !== undefined && old[at] === next[at]) continue
    isChanged = true
    const [red, green, blue] = [after[at * 4] ?? 0, after[at * 4 + 1] ?? 0, after[at * 4 + 2] ?? 0]
    steps[at] = 1 + ((red + 2 * green + blue) >> 3)
  }
  return isChanged ? deflateRawSync(steps, { level }).length : 0
}

function pixels(rgba: Buffer): Uint32Array {
  return new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4)
}

await runStdinJob<MeasureJob>(async job => {
  const weights: (readonly number[])[] = []
  for (const order of job.orders) weights.push(await frameWeights({ ...job, order }))
  const result: MeasureResult = { weights }
  await writeFile(job.resultPath, JSON.stringify(result))
})
