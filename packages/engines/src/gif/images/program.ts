/** Sandboxed program that decodes images and fits each onto the same canvas as raw frames. */
import { type FileHandle, open, readFile, writeFile } from 'node:fs/promises'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { JobFailure } from '../../process/job-failure.ts'
import { checkFrames } from '../../sharp/analyze.ts'
import { drawFrames } from '../../sharp/apng/draw-frames.ts'
import { readApng } from '../../sharp/apng/read-apng.ts'
import { whileReading } from '../../sharp/failures.ts'
import { readDespiteDamage } from '../../sharp/tolerate-damage.ts'
import { canvasFor, exceedsClipLimit, maxHeight } from '../frames/canvas.ts'
import type { Size } from '../gif-context.ts'
import { reportShare, runStdinJob } from '../sandboxed-messages.ts'
import type { ImageJob, ImageResult } from './image-job.ts'
import { openSourceImage, type SourceImage } from './open-source-image.ts'

const transparent = { r: 0, g: 0, b: 0, alpha: 0 }

sharp.cache(false)

await runStdinJob<ImageJob>(async (job, setFileIndex) => {
  const out = await open(job.framesPath, 'w')
  try {
    const result = await readAll(job, out, setFileIndex)
    await writeFile(job.resultPath, JSON.stringify(result))
  } finally {
    await out.close()
  }
})

async function readAll(
  job: ImageJob,
  out: FileHandle,
  setFileIndex: (fileIndex: number) => void,
): Promise<ImageResult> {
  const [first] = job.files
  if (first === undefined) throw new JobFailure('file-missing')
  const opened = await readImage(job, first, async image => image)
  if (job.files.length === 1 && isAnimated(first, opened.value)) return play(job, first, out)
  const canvas = canvasOf(job, opened.value.size, job.files.length)
  let [hasAlpha, reducedAnimations] = [false, 0]
  const damagedFiles: number[] = []
  for (const [index, file] of job.files.entries()) {
    setFileIndex(index)
    const { value, isDamaged } = await readImage(job, file, async image => ({
      isReduced: isAnimated(file, image),
      pixels: await placeOnCanvas(canvas, await image.open(canvas), job, image.hasAlpha),
    }))
    hasAlpha ||= hasTransparency(value.pixels)
    if (value.isReduced) reducedAnimations += 1
    if (isDamaged) damagedFiles.push(index)
    await out.write(value.pixels)
    reportShare((index + 1) / job.files.length)
  }
  return {
    ...canvas,
    frames: job.files.length,
    hasAlpha,
    playedSeconds: null,
    reducedAnimations,
    damagedFiles,
  }
}

type InputFile = ImageJob['files'][number]

function isAnimated({ format }: InputFile, { frames }: SourceImage): boolean {
  return format === 'apng' || (frames > 1 && /^(?:gif|webp)$/.test(format))
}

async function readImage<Value>(
  job: ImageJob,
  { path, format }: InputFile,
  read: (image: SourceImage) => Promise<Value>,
) {
  return readDespiteDamage(format, await readFile(path), async (input, tolerance) =>
    read(await openSourceImage(input, format, job, tolerance)),
  )
}

async function play(job: ImageJob, file: InputFile, out: FileHandle): Promise<ImageResult> {
  const { value, isDamaged } = await readImage(job, file, image => playImage(image, file.format, job))
  const { size, shown, playedSeconds, frame } = value
  const canvas = canvasOf(job, size, shown.length)
  let hasAlpha = false
  let last: { index: number; pixels: Buffer } | undefined
  for (const [at, index] of shown.entries()) {
    const pixels = last?.index === index ? last.pixels : await placeOnCanvas(canvas, frame(index), job, true)
    last = { index, pixels }
    hasAlpha ||= hasTransparency(pixels)
    await out.write(pixels)
    reportShare((at + 1) / shown.length)
  }
  return {
    ...canvas,
    frames: shown.length,
    hasAlpha,
    playedSeconds,
    reducedAnimations: 0,
    damagedFiles: isDamaged ? [0] : [],
  }
}

function canvasOf({ width, format }: ImageJob, shown: Size, frames: number): Size {
  const size = canvasFor(width, shown, format)
  if (size.height > maxHeight) throw new JobFailure('image-does-not-fit', { pixels: maxHeight })
  if (exceedsClipLimit(size, frames)) throw new JobFailure('too-many-frames')
  return size
}

/** Uncovered areas are transparent; MP4 fills them with white for transparent images and with black for others. */
function placeOnCanvas(canvas: Size, image: Sharp, { format }: ImageJob, hasAlpha: boolean): Promise<Buffer> {
  const isOpaque = format === 'mp4'
  const background = hasAlpha ? '#ffffff' : '#000000'
  const flattened = isOpaque && hasAlpha ? image.flatten({ background: '#ffffff' }) : image
  return whileReading(() =>
    flattened
      .resize({ ...canvas, fit: 'contain', background: isOpaque ? background : transparent })
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer(),
  )
}

function hasTransparency(pixels: Buffer): boolean {
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) < 255) return true
  return false
}

/** Plays an animated image and picks the frame displayed at each sampled time. */
interface Strip extends Size {
  readonly pixels: Buffer
  readonly delaysMs: readonly number[]
}

interface PlayedImage {
  readonly size: Size
  /** Index of the displayed frame for each sample of the range. */
  readonly shown: readonly number[]
  readonly playedSeconds: number
  frame(index: number): Sharp
}

async function playImage(
  image: SourceImage,
  format: string,
  { range, maxAnimationPixels }: ImageJob,
): Promise<PlayedImage> {
  const strip =
    format === 'apng'
      ? await apngStrip(image, maxAnimationPixels)
      : await pageStrip(image, maxAnimationPixels)
  const { width, height, pixels } = strip
  const delaysMs = strip.delaysMs.map(browserDelay)
  const lengthMs = delaysMs.reduce((sum, delay) => sum + delay, 0)
  const startMs = range.startTime * 1000
  if (startMs >= lengthMs) {
    throw new JobFailure('start-beyond-end', { length: `only ${(lengthMs / 1000).toFixed(1)} seconds long` })
  }
  const playedMs = Math.min(range.duration * 1000, lengthMs - startMs)
  const frames = Math.max(1, Math.ceil(((playedMs - 20) * range.fps) / 1000 - 1e-6))
  const moments = Array.from({ length: frames }, (_, index) => startMs + (index * 1000) / range.fps)
  const frameBytes = width * height * 4
  return {
    size: { width, height },
    shown: moments.map(moment => frameAt(delaysMs, moment)),
    playedSeconds: playedMs / 1000,
    frame: index =>
      sharp(pixels.subarray(index * frameBytes, (index + 1) * frameBytes), {
        raw: { width, height, channels: 4 },
        limitInputPixels: false,
      }),
  }
}

/** Browsers play delays below 20 ms as 100 ms. */
function browserDelay(delayMs: number): number {
  return delayMs < 20 ? 100 : delayMs
}

function frameAt(delaysMs: readonly number[], momentMs: number): number {
  let endMs = 0
  // Tolerance, so that a rounding error does not select the frame before.
  const at = delaysMs.findIndex(delay => {
    endMs += delay
    return momentMs + 0.5 < endMs
  })
  return at < 0 ? delaysMs.length - 1 : at
}

async function apngStrip({ input }: SourceImage, maxAnimationPixels: number): Promise<Strip> {
  const apng = readApng(input)
  const { width, height, frames } = apng
  checkFrames({ width, height, frames: frames.length }, maxAnimationPixels)
  const pixels = await drawFrames(apng, () => {})
  return { width, height, pixels, delaysMs: frames.map(({ delayMs }) => delayMs) }
}

async function pageStrip(
  { input, size, frames, failOn }: SourceImage,
  maxAnimationPixels: number,
): Promise<Strip> {
  checkFrames({ ...size, frames }, maxAnimationPixels)
  const open: SharpOptions = { animated: true, failOn, limitInputPixels: false }
  const { delay = [] } = await whileReading(() => sharp(input, open).metadata())
  const pixels = await whileReading(() =>
    sharp(input, open).toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' }).toBuffer(),
  )
  return { ...size, pixels, delaysMs: Array.from({ length: frames }, (_, index) => delay[index] ?? 100) }
}
