/** Reads pictures inside the jail and lays each on the same canvas: frames on disk, ready to be encoded. */
import { type FileHandle, open, writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { JobFailure } from '../../process/helper-program.ts'
import { whileReading } from '../../sharp/failures.ts'
import { canvasFor, isTooMuch, maxHeight } from '../frames/canvas.ts'
import type { Size } from '../gif-context.ts'
import { serveOne, tellShare } from '../sandboxed-messages.ts'
import type { ImageAnswer, ImageJob } from './image-job.ts'
import { type OpenImage, openImage } from './open-image.ts'
import { playImage } from './played-frames.ts'

const clear = { r: 0, g: 0, b: 0, alpha: 0 }

sharp.cache(false)

await serveOne<ImageJob>(async (job, about) => {
  const out = await open(job.framesPath, 'w')
  try {
    const answer = await readAll(job, out, about)
    await writeFile(job.answerPath, JSON.stringify(answer))
  } finally {
    await out.close()
  }
})

async function readAll(
  job: ImageJob,
  out: FileHandle,
  about: (fileIndex: number) => void,
): Promise<ImageAnswer> {
  const [first] = job.files
  if (first === undefined) throw new JobFailure('file-missing')
  const opened = await openImage(first.path, first.format, job)
  const moves = first.format === 'apng' || (opened.frames > 1 && /^(?:gif|webp)$/.test(first.format))
  if (job.files.length === 1 && moves) return play(job, first.format, opened, out)
  const canvas = canvasOf(job, opened.size, job.files.length)
  let [hasAlpha, stilled] = [false, 0]
  for (const [index, { path, format }] of job.files.entries()) {
    about(index)
    const image = index === 0 ? opened : await openImage(path, format, job)
    const pixels = await layOn(canvas, image.open(canvas), job, image.hasAlpha)
    hasAlpha ||= isSeeThrough(pixels)
    if (format === 'apng' || (image.frames > 1 && /^(?:gif|webp)$/.test(format))) stilled += 1
    await out.write(pixels)
    tellShare((index + 1) / job.files.length)
  }
  return { ...canvas, frames: job.files.length, hasAlpha, playedSeconds: null, stilled }
}

async function play(job: ImageJob, format: string, opened: OpenImage, out: FileHandle): Promise<ImageAnswer> {
  const { size, shown, playedSeconds, frame } = await playImage(opened, format, job)
  const canvas = canvasOf(job, size, shown.length)
  let hasAlpha = false
  let last: { index: number; pixels: Buffer } | undefined
  for (const [at, index] of shown.entries()) {
    const pixels = last?.index === index ? last.pixels : await layOn(canvas, frame(index), job, true)
    last = { index, pixels }
    hasAlpha ||= isSeeThrough(pixels)
    await out.write(pixels)
    tellShare((at + 1) / shown.length)
  }
  return { ...canvas, frames: shown.length, hasAlpha, playedSeconds, stilled: 0 }
}

function canvasOf({ width, format }: ImageJob, shown: Size, frames: number): Size {
  const size = canvasFor(width, shown, format)
  if (size.height > maxHeight) throw new JobFailure('image-does-not-fit', { pixels: maxHeight })
  if (isTooMuch(size, frames)) throw new JobFailure('too-many-frames')
  return size
}

/** What it does not cover is see-through; an MP4 has white below what is see-through and black around the rest. */
function layOn(canvas: Size, image: Sharp, { format }: ImageJob, hasAlpha: boolean): Promise<Buffer> {
  const isOpaque = format === 'mp4'
  const around = hasAlpha ? '#ffffff' : '#000000'
  const laid = isOpaque && hasAlpha ? image.flatten({ background: '#ffffff' }) : image
  return whileReading(() =>
    laid
      .resize({ ...canvas, fit: 'contain', background: isOpaque ? around : clear })
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer(),
  )
}

function isSeeThrough(pixels: Buffer): boolean {
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) < 255) return true
  return false
}
