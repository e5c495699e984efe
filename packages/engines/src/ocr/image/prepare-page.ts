/** Prepares a page for OCR: the image to recognize, a sample for script and language detection, and a preview. */
import sharp, { type Sharp } from 'sharp'
import { type CleaningStep, cleanPage } from './clean-page.ts'
import { estimateSkew } from './estimate-skew.ts'
import type { GrayImage } from './gray-image.ts'
import { type LetterBox, packLetters, unpackLetters } from './letter-boxes.ts'
import {
  grayOf,
  grayPixels,
  openGray,
  openPageImage,
  type PageImage,
  type QuarterRotation,
  rotateImage,
} from './page-image.ts'
import { writePgm } from './pgm.ts'

export interface Preparation {
  readonly isEnhanced: boolean
  readonly rotation: QuarterRotation
  /** Length of the longer side of the preview; 0 for no preview. */
  readonly previewPixels: number
}

/** Maps the image to recognize to the page. */
export interface PageGeometry {
  readonly rotation: QuarterRotation
  /** Of the page after rotation, in its own pixels. */
  readonly width: number
  readonly height: number
  /** Clockwise skew that was corrected. */
  readonly skewDegrees: number
  /** Pixels of the image to recognize per pixel of the page. */
  readonly scale: number
  readonly readWidth: number
  readonly readHeight: number
}

export interface PreparedPage {
  /** PGM. */
  readonly pgm: Buffer
  /** PGM; undefined if the page is small enough to be used as a whole. */
  readonly sample: Buffer | undefined
  /** Packed boxes of letter-like blobs, in pixels of the image to recognize. */
  readonly letters: Buffer
  /** JPEG of the same page, in color. */
  readonly preview: { readonly jpeg: Buffer; readonly width: number; readonly height: number } | undefined
  readonly geometry: PageGeometry
  /** Median letter height in the image to recognize. */
  readonly letterPixels: number
  readonly letterCount: number
  readonly steps: readonly PreparationStep[]
}

export type PreparationStep = CleaningStep | 'skew' | 'scale'

/** Enough resolution to estimate the skew. */
const skewPixels = 1200
const minLettersForSkew = 8
/** Letters lower than this are enlarged to `targetLetters`, which improves recognition. */
const smallLetters = 15
const targetLetters = 22
const maxScale = 4
/** Higher letters cost time without improving recognition. */
const largeLetters = 60
const maxReadPixels = 40_000_000
const previewQuality = 80
const white = '#ffffff'

export async function preparePage(given: PageImage, options: Preparation): Promise<PreparedPage> {
  const page = await rotateImage(given, options.rotation)
  const gray = await grayOf(page)
  const clean = options.isEnhanced ? await cleanPage(gray) : undefined
  const { letterPixels = 0, letterCount = 0 } = clean?.text ?? {}
  const skewDegrees = clean && letterCount >= minLettersForSkew ? await skewOf(clean.image) : 0
  const scale = clean ? scaleFor(letterPixels, letterCount, page) : 1
  const read = await straighten(clean?.image ?? gray, skewDegrees, scale)
  const letters = clean ? packLetters(clean, read, skewDegrees, scale) : Buffer.alloc(0)
  const sample = cropSample(read, unpackLetters(letters), letterPixels * scale)
  return {
    pgm: writePgm(read),
    sample: sample && writePgm(sample),
    letters,
    preview:
      options.previewPixels === 0 ? undefined : await createPreview(page, skewDegrees, options.previewPixels),
    geometry: {
      rotation: options.rotation,
      width: page.width,
      height: page.height,
      skewDegrees,
      scale,
      readWidth: read.width,
      readHeight: read.height,
    },
    letterPixels: letterPixels * scale,
    letterCount,
    steps: [
      ...(clean?.steps ?? []),
      ...(skewDegrees === 0 ? [] : ['skew' as const]),
      ...(scale === 1 ? [] : ['scale' as const]),
    ],
  }
}

async function skewOf(gray: GrayImage): Promise<number> {
  const small = await grayPixels(
    openGray(gray).resize({
      width: skewPixels,
      height: skewPixels,
      fit: 'inside',
      withoutEnlargement: true,
    }),
  )
  return estimateSkew(small)
}

function scaleFor(letterPixels: number, letterCount: number, { width, height }: PageImage): number {
  const maxFactor = Math.sqrt(maxReadPixels / (width * height))
  if (letterCount === 0) return Math.min(1, maxFactor)
  const target =
    letterPixels < smallLetters
      ? Math.min(maxScale, targetLetters / letterPixels)
      : letterPixels > largeLetters
        ? largeLetters / letterPixels
        : 1
  return Math.min(target, maxFactor)
}

/** Rotates and scales in one step: each resampling blurs the letters. */
async function straighten(gray: GrayImage, skewDegrees: number, scale: number): Promise<GrayImage> {
  if (skewDegrees === 0 && scale === 1) return gray
  if (skewDegrees === 0)
    return grayPixels(openGray(gray).resize({ width: Math.round(gray.width * scale), kernel: 'cubic' }))
  return grayPixels(rotateBack(openGray(gray), skewDegrees, scale))
}

function rotateBack(image: Sharp, skewDegrees: number, scale: number): Sharp {
  const angle = (-skewDegrees * Math.PI) / 180
  const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)]
  return image.affine(
    [
      [cos, -sin],
      [sin, cos],
    ],
    { background: white, interpolator: sharp.interpolators.bicubic },
  )
}

async function createPreview(page: PageImage, skewDegrees: number, pixels: number) {
  const scale = Math.min(1, pixels / Math.max(page.width, page.height))
  const small = openPageImage(page).resize({ width: Math.max(1, Math.round(page.width * scale)) })
  const straight = skewDegrees === 0 ? small : rotateBack(openPageImage(await rawOf(small)), skewDegrees, 1)
  const { data, info } = await straight
    .jpeg({ quality: previewQuality })
    .toBuffer({ resolveWithObject: true })
  return { jpeg: data, width: info.width, height: info.height }
}

async function rawOf(image: Sharp): Promise<PageImage> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

/** A page with fewer letters is used as a whole. */
const minLettersForSample = 100
/** Enough to identify a language. */
const sampleLetters = 170
const minLines = 4
const maxLines = 7
/** Share of the letters: a larger sample would cost almost as much as the whole page. */
const maxLetterShare = 0.6
/** Baseline distance in letter heights. */
const linePitch = 2.6
/** In median letter heights: dots of a halftone are lower, and parts of drawings and large headings are higher. */
const sampledHeights = { min: 0.5, max: 3 }

/** The rows with the most letters. Undefined if the page is hardly larger than the sample would be. */
function cropSample(
  image: GrayImage,
  letters: readonly LetterBox[],
  letterPixels: number,
): GrayImage | undefined {
  if (letters.length < minLettersForSample) return undefined
  const counts = lettersInRows(letters, image.height, letterPixels)
  const all = counts.reduce((sum, count) => sum + count, 0)
  const wanted = (sampleLetters / letters.length) * all
  let [rows, fullest] = [0, { start: 0, sum: 0 }]
  for (let lines = minLines; lines <= maxLines && fullest.sum < wanted; lines += 1) {
    rows = Math.round(lines * linePitch * letterPixels)
    if (rows < 50 || rows > 0.7 * image.height) return undefined
    fullest = fullestRows(counts, rows)
  }
  if (fullest.sum > maxLetterShare * all) return undefined
  const reach = Math.round(linePitch * letterPixels)
  const top = emptiestRow(counts, fullest.start, -reach)
  const bottom = emptiestRow(counts, fullest.start + rows, reach)
  const { width } = image
  return { pixels: image.pixels.subarray(top * width, bottom * width), width, height: bottom - top }
}

/** Counted by letters and not by ink, of which a dark bar, a photo or a halftone has more than any text. */
function lettersInRows(letters: readonly LetterBox[], rows: number, letterPixels: number): Uint32Array {
  const counts = new Uint32Array(rows)
  for (const { y, height } of letters) {
    if (height < sampledHeights.min * letterPixels || height > sampledHeights.max * letterPixels) continue
    const end = Math.min(rows, Math.round(y + height / 2))
    for (let row = Math.max(0, Math.round(y - height / 2)); row < end; row += 1)
      counts[row] = (counts[row] as number) + 1
  }
  return counts
}

function fullestRows(counts: Uint32Array, rows: number): { start: number; sum: number } {
  let sum = counts.subarray(0, rows).reduce((total, count) => total + count, 0)
  let best = { start: 0, sum }
  for (let start = 1; start + rows <= counts.length; start += 1) {
    sum += (counts[start + rows - 1] ?? 0) - (counts[start - 1] ?? 0)
    if (sum > best.sum) best = { start, sum }
  }
  return best
}

/** The closest one within reach, so that no line is cut in half. */
function emptiestRow(counts: Uint32Array, from: number, reach: number): number {
  const step = Math.sign(reach)
  const last = Math.max(0, Math.min(counts.length, from + reach))
  let best = from
  for (let row = from; row !== last && (counts[best] ?? 0) > 0; row += step)
    if ((counts[row] ?? 0) < (counts[best] ?? 0)) best = row
  return best
}
