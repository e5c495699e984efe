/** Sandboxed program that decodes images and fits each onto the same canvas as raw frames. */
import { type FileHandle, open, readFile, writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { JobFailure } from '../../process/job-failure.ts'
import { whileReading } from '../../sharp/failures.ts'
import { readDespiteDamage } from '../../sharp/tolerate-damage.ts'
import { canvasFor, exceedsClipLimit, maxHeight } from '../frames/canvas.ts'
import type { Size } from '../gif-context.ts'
import { reportShare, runStdinJob } from '../sandboxed-messages.ts'
import type { ImageJob, ImageResult } from './image-job.ts'
import { openSourceImage, type SourceImage } from './open-source-image.ts'
import { playImage } from './played-frames.ts'

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
