/** Measures how large a moving picture becomes, without making all of it: a few of its frames, by the real encoders. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formats } from '@filesmith/contract/formats'
import { framesOf } from '@filesmith/contract/gif-estimate'
import { createGif as operation } from '@filesmith/contract/operations/create-gif'
import type { MeasuredSize, SizeMeasurement } from '../../engine.ts'
import { withMediaWorkFolder } from '../../ffmpeg/run/work-folder.ts'
import { type Encoding, encodeClip } from '../encode/encode-clip.ts'
import { readClip } from '../frames/read-clip.ts'
import type { Clip, Effort, GifContext, GifFormat, GifOptions } from '../gif-context.ts'
import { usualEffort } from '../search/efforts.ts'
import { extrapolate } from './extrapolate.ts'
import { mostWhole, sampledStretches } from './sampled-stretches.ts'
import { bytesOfEach, type MeasuredFormat, storedFrames } from './stored-frames.ts'
import { weighClip } from './weigh-clip.ts'

const resultName = 'sample'
const bytesPerKilobyte = 1024
/** Of one of the frames that are made: long enough to be told from two. */
const sampleDelayMs = 100
/** An MP4's frames depend on each other, so all of them are made: half a minute of a small one, not of a large one. */
const mostVideoPixels = 60_000_000
/** Of a film all frames have to be read; who waits for more than ten seconds of 720p has long asked for the result. */
const mostReadPixels = 300_000_000

/** Null where it would be as much work as making it. */
export async function measureSize(context: GifContext, run: SizeMeasurement): Promise<MeasuredSize | null> {
  const format = run.step.to as GifFormat
  const options = operation.options.parse({ ...run.step.options, outputFormat: format })
  if (formats[run.step.from].kind === 'video' && usualPixels(options) > mostReadPixels) return null
  return withMediaWorkFolder(run.outputPath, async workFolder => {
    const files = run.files && format !== 'mp4' ? fewFiles(run.files) : run.files
    const step = { ...run, ...(files && { files }), onProgress: () => undefined }
    const clip = await readClip(context, step, options, workFolder)
    const encoding: Encoding = { clip, format, options, workFolder, signal: run.signal }
    const leftOut = (run.files?.length ?? 0) - (files?.length ?? 0)
    const measured = await measureClip(context, encoding, leftOut)
    // Of what becomes larger than it may, a search makes something smaller.
    const maxBytes = options.maxKilobytes * bytesPerKilobyte
    return measured && maxBytes > 0 ? { ...measured, bytes: Math.min(measured.bytes, maxBytes) } : measured
  })
}

/** Of a film with the usual proportions, as long as was asked for. */
function usualPixels({ width, duration, fps }: GifOptions): number {
  return ((width * width * 9) / 16) * framesOf(duration, fps)
}

/** Many pictures are as much work to read as to store: only those are read that are made. */
function fewFiles<File>(files: readonly File[]): readonly File[] {
  if (files.length <= mostWhole) return files
  return sampledStretches(files.length).flatMap(stretch => stretch.flatMap(index => files[index] ?? []))
}

async function measureClip(
  context: GifContext,
  encoding: Encoding,
  leftOut: number,
): Promise<MeasuredSize | null> {
  const { clip, format, options } = encoding
  const effort = usualEffort(options.quality)
  const frames = clip.delaysMs.length
  const isWhole = leftOut === 0 && (frames <= mostWhole || format === 'mp4')
  if (isWhole && frames > mostWhole && clip.width * clip.height * frames > mostVideoPixels) return null
  if (isWhole) return { bytes: await encodeClip(context, encoding, effort, resultName, ignore), frames }
  if (format === 'mp4') return null
  return { bytes: await measureSample(context, encoding, format, effort, leftOut), frames: mostWhole }
}

function ignore(): void {
  // Nobody is told how far a measurement is.
}

async function measureSample(
  context: GifContext,
  encoding: Encoding,
  format: MeasuredFormat,
  effort: Effort,
  leftOut: number,
): Promise<number> {
  const { clip, options, workFolder } = encoding
  const shown = options.isReversed ? [...clip.delaysMs.keys()].reverse() : [...clip.delaysMs.keys()]
  const places = sampledStretches(shown.length)
  const made = places.flatMap(stretch => stretch.map(place => shown[place] ?? 0))
  const evenly: Clip = { ...clip, delaysMs: clip.delaysMs.map(() => sampleDelayMs) }
  await encodeClip(context, { ...encoding, clip: evenly, frames: made }, effort, resultName, ignore)
  const stored = storedFrames(await readFile(join(workFolder, resultName)), format)
  const bytes = bytesOfEach(stored, made.length)
  const holdBelow = format === 'webp' ? 0 : effort.look.holdBelow
  const [all = [], some = []] = await weighClip(context, encoding, holdBelow, [shown, made])
  let at = -1
  const stretches = places.map(stretch =>
    stretch.map(() => {
      at += 1
      return { bytes: bytes[at] ?? 0, weight: some[at] ?? 0 }
    }),
  )
  return extrapolate({ headBytes: stored.headBytes, stretches, weights: withLeftOut(all, leftOut) })
}

/** Pictures that were not read weigh what the others do. */
function withLeftOut(weights: readonly number[], leftOut: number): readonly number[] {
  const changes = weights.slice(1)
  const mean = changes.reduce((sum, weight) => sum + weight, 0) / Math.max(1, changes.length)
  return [...weights, ...Array.from({ length: leftOut }, () => mean)]
}
