/** Determines the size of a result by encoding it, or estimates that of a large one from a sample of its frames. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formats } from '@filesmith/contract/formats'
import { framesOf } from '@filesmith/contract/gif-estimate'
import { gifOutputs } from '@filesmith/contract/operations/create-gif'
import { z } from 'zod'
import { formatIn } from '../../ability.ts'
import type { MeasuredSize, SizeMeasurement } from '../../engine.ts'
import { withMediaWorkFolder } from '../../ffmpeg/run/work-folder.ts'
import { readReport } from '../../process/read-report.ts'
import { type Encoding, encodeClip } from '../encode/encode-clip.ts'
import { gifBlocks } from '../encode/gif-blocks.ts'
import { readClip } from '../frames/read-clip.ts'
import type { Clip, Effort, GifContext, GifFormat, GifOptions } from '../gif-context.ts'
import { runSandboxed } from '../run-sandboxed.ts'
import { defaultEffort } from '../search/efforts.ts'
import type { MeasureJob } from './measure-job.ts'

/** Computes the weights of frames in the sandbox. */
const resultFileName = 'weights.json'

const resultSchema = z.object({ weights: z.array(z.array(z.number().min(0))) })

/** Returns one list of weights per list of frames. */
async function measureFrameWeights(
  context: GifContext,
  { clip, format, workFolder, signal }: ClipEncoding,
  holdBelow: number,
  orders: readonly (readonly number[])[],
): Promise<readonly (readonly number[])[]> {
  await runSandboxed(context, {
    program: 'measure/program.ts',
    input: clip.path,
    workFolder,
    job: ({ input, outFolder }): MeasureJob => ({
      ...{ width: clip.width, height: clip.height, framesPath: input, holdBelow, orders },
      resultPath: join(outFolder, resultFileName),
    }),
    signal,
    onShare: () => undefined,
    errorParams: () => ({ format: formats[format].label }),
  })
  return resultSchema.parse(JSON.parse(await readReport(join(workFolder, resultFileName)))).weights
}

interface ClipEncoding extends Encoding {
  readonly clip: Clip
}

const resultName = 'sample'
const bytesPerKilobyte = 1024
/** Delay of each sampled frame; frames that the encoder merges are recognized by a multiple of it. */
const sampleDelayMs = 100
/** MP4 frames depend on each other, so all are encoded: feasible for half a minute at small size only. */
const maxVideoPixels = 60_000_000
/** All frames of a video must be decoded; beyond ten seconds of 720p the estimate takes too long to be useful. */
const maxReadPixels = 300_000_000

/** Null when measuring would take as much work as creating the result. */
export async function measureSize(
  context: GifContext,
  run: SizeMeasurement<GifOptions>,
  maxWholePixels: number,
): Promise<MeasuredSize | null> {
  const { options } = run.step
  const format = formatIn(gifOutputs, run.step.to)
  if (formats[run.step.from].kind === 'video' && estimatedPixels(options) > maxReadPixels) return null
  return withMediaWorkFolder(run.outputPath, async workFolder => {
    const files = run.files && format !== 'mp4' ? sampleFiles(run.files) : run.files
    const step = { ...run, ...(files && { files }), onProgress: () => undefined }
    const clip = await readClip(context, step, format, workFolder)
    const encoding: ClipEncoding = { clip, format, options, workFolder, signal: run.signal }
    const skippedFiles = (run.files?.length ?? 0) - (files?.length ?? 0)
    const measured = await measureClip(context, encoding, skippedFiles, maxWholePixels)
    // Larger results are reduced to the limit by the size search.
    const maxBytes = options.maxKilobytes * bytesPerKilobyte
    if (!measured || maxBytes === 0 || measured.bytes <= maxBytes) return measured
    return { ...measured, bytes: maxBytes, isExact: false }
  })
}

/** Assumes 16:9 and the full requested duration. */
function estimatedPixels({ width, duration, fps }: GifOptions): number {
  return ((width * width * 9) / 16) * framesOf(duration, fps)
}

/** Decoding images costs as much as encoding them, so only the sampled ones are decoded. */
function sampleFiles<File>(files: readonly File[]): readonly File[] {
  if (files.length <= maxFullFrames) return files
  return sampledRanges(files.length).flatMap(range => range.flatMap(index => files[index] ?? []))
}

async function measureClip(
  context: GifContext,
  encoding: ClipEncoding,
  skippedFiles: number,
  maxWholePixels: number,
): Promise<MeasuredSize | null> {
  const { clip, format, options } = encoding
  const effort = defaultEffort(options.quality)
  const frames = clip.delaysMs.length
  const pixels = clip.width * clip.height * frames
  const maxPixels = format === 'mp4' ? maxVideoPixels : maxWholePixels
  if (skippedFiles === 0 && (frames <= maxFullFrames || pixels <= maxPixels)) {
    const bytes = await encodeClip(context, encoding, effort, resultName, ignore)
    return { bytes, frames, isExact: true }
  }
  if (format === 'mp4') return null
  return {
    bytes: await measureSample(context, encoding, format, effort, skippedFiles),
    frames: maxFullFrames,
    isExact: false,
  }
}

function ignore(): void {
  // Measurements report no progress.
}

async function measureSample(
  context: GifContext,
  encoding: ClipEncoding,
  format: MeasuredFormat,
  effort: Effort,
  skippedFiles: number,
): Promise<number> {
  const { clip, options, workFolder } = encoding
  const shown = options.isReversed ? [...clip.delaysMs.keys()].reverse() : [...clip.delaysMs.keys()]
  const sampledPositions = sampledRanges(shown.length)
  const sampled = sampledPositions.flatMap(range => range.map(position => shown[position] ?? 0))
  const uniform: Clip = { ...clip, delaysMs: clip.delaysMs.map(() => sampleDelayMs) }
  await encodeClip(context, { ...encoding, clip: uniform, frames: sampled }, effort, resultName, ignore)
  const stored = storedFrames(await readFile(join(workFolder, resultName)), format)
  const bytes = bytesOfEach(stored, sampled.length)
  const holdBelow = format === 'webp' ? 0 : effort.gif.holdBelow
  const [all = [], some = []] = await measureFrameWeights(context, encoding, holdBelow, [shown, sampled])
  let at = -1
  const ranges = sampledPositions.map(range =>
    range.map(() => {
      at += 1
      return { bytes: bytes[at] ?? 0, weight: some[at] ?? 0 }
    }),
  )
  return extrapolate({ headBytes: stored.headBytes, ranges, weights: withSkippedFiles(all, skippedFiles) })
}

/** Assumes the mean weight for images that were not decoded. */
function withSkippedFiles(weights: readonly number[], skippedFiles: number): readonly number[] {
  const changes = weights.slice(1)
  const mean = changes.reduce((sum, weight) => sum + weight, 0) / Math.max(1, changes.length)
  return [...weights, ...Array.from({ length: skippedFiles }, () => mean)]
}

/** Measured in decision record 29. */
const rangeCount = 6
const framesPerRange = 3

/** Clips up to this number of frames are encoded completely, however large they are. */
export const maxFullFrames = rangeCount * framesPerRange

/** Frame positions in display order. */
export function sampledRanges(frames: number): readonly (readonly number[])[] {
  return Array.from({ length: rangeCount }, (_, range) => {
    const start = Math.round((range * (frames - framesPerRange)) / (rangeCount - 1))
    return Array.from({ length: framesPerRange }, (_, index) => start + index)
  })
}

interface EncodedFrame {
  readonly bytes: number
  readonly weight: number
}

interface Sample {
  readonly headBytes: number
  /** Runs of consecutive encoded frames; the first range starts with the first frame. */
  readonly ranges: readonly (readonly EncodedFrame[])[]
  /** Weights of all frames in display order. */
  readonly weights: readonly number[]
}

/** Container overhead per frame. */
const frameHeaderBytes = 24

/**
 * The first frame is stored completely and all others as differences. The first frame of a later range follows a
 * frame that is not its neighbor, so it is left out of the average.
 */
export function extrapolate({ headBytes, ranges, weights }: Sample): number {
  const first = ranges[0]?.[0] ?? { bytes: 0, weight: 0 }
  const changes = ranges.flatMap(range => range.slice(1))
  const bytesPerWeight = perWeight(changes) ?? perWeight([first]) ?? 0
  const changed = weights
    .slice(1)
    .reduce((sum, weight) => sum + (weight > 0 ? frameHeaderBytes + weight * bytesPerWeight : 0), 0)
  return Math.round(headBytes + first.bytes + changed)
}

/** Undefined when nothing changed. */
function perWeight(frames: readonly EncodedFrame[]): number | undefined {
  const weight = frames.reduce((sum, frame) => sum + frame.weight, 0)
  const bytes = frames.reduce((sum, frame) => sum + Math.max(0, frame.bytes - frameHeaderBytes), 0)
  return weight > 0 ? bytes / weight : undefined
}

interface StoredFrame {
  readonly bytes: number
  /** Display time in time units of the format. */
  readonly delay: number
}

interface StoredFrames {
  /** Bytes before the first frame. */
  readonly headBytes: number
  readonly frames: readonly StoredFrame[]
}

const readers = { gif: gifFrames, webp: webpFrames, apng: apngFrames } as const

/** MP4 is excluded: its frames depend on later ones. */
type MeasuredFormat = Exclude<GifFormat, 'mp4'>

/** Reads the number of bytes per frame from an encoded GIF, WebP or APNG. */
export function storedFrames(file: Buffer, format: MeasuredFormat): StoredFrames {
  return readers[format](file)
}

/** Encoders merge unchanged frames into one with a longer delay; the merged frames take no bytes. */
export function bytesOfEach({ frames }: StoredFrames, count: number): readonly number[] {
  const totalDelay = frames.reduce((sum, { delay }) => sum + delay, 0)
  const bytes = Array.from({ length: count }, () => 0)
  let shownUntil = 0
  for (const frame of frames) {
    const position = Math.min(count - 1, Math.round((shownUntil * count) / totalDelay))
    bytes[position] = (bytes[position] ?? 0) + frame.bytes
    shownUntil += frame.delay
  }
  return bytes
}

function gifFrames(gif: Buffer): StoredFrames {
  const frames: StoredFrame[] = []
  let [headBytes, start, delay] = [0, 0, 0]
  for (const block of gifBlocks(gif)) {
    if (start === 0) headBytes = start = block.start
    if (block.kind === 'control') delay = gif.readUInt16LE(block.start + 4)
    if (block.kind !== 'image') continue
    frames.push({ bytes: block.end - start, delay })
    start = block.end
  }
  return { headBytes, frames }
}

/** A still WebP has no ANMF chunks: the whole file counts as one frame. */
function webpFrames(webp: Buffer): StoredFrames {
  const frames: StoredFrame[] = []
  let headBytes = 0
  for (let at = 12; at + 8 <= webp.length; ) {
    const length = webp.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (webp.toString('latin1', at, at + 4) === 'ANMF') {
      if (frames.length === 0) headBytes = at
      frames.push({ bytes: end - at, delay: webp.readUIntLE(at + 8 + 12, 3) })
    }
    at = end
  }
  return frames.length > 0
    ? { headBytes, frames }
    : { headBytes: 0, frames: [{ bytes: webp.length, delay: 1 }] }
}

/** A frame extends from its fcTL chunk to the next one. */
function apngFrames(png: Buffer): StoredFrames {
  const frames: StoredFrame[] = []
  let headBytes = 0
  for (let at = 8; at + 12 <= png.length; ) {
    const bytes = png.readUInt32BE(at) + 12
    const kind = png.toString('latin1', at + 4, at + 8)
    const last = frames.at(-1)
    if (kind === 'fcTL') {
      if (!last) headBytes = at
      const [part, whole] = [png.readUInt16BE(at + 8 + 20), png.readUInt16BE(at + 8 + 22)]
      frames.push({ bytes, delay: part / (whole || 100) })
    } else if (last && kind !== 'IEND') frames[frames.length - 1] = { ...last, bytes: last.bytes + bytes }
    at += bytes
  }
  return { headBytes, frames }
}
