/** Preprocessing for Tesseract: inverts light-on-dark pages, evens out illumination, removes borders and noise. Clean pages are left unchanged. */
import { correctIllumination } from './correct-illumination.ts'
import { type Blob, type Blobs, findBlobs } from './find-blobs.ts'
import { type GrayImage, histogramOf, inkThreshold, invert, percentile } from './gray-image.ts'
import { measureText, noiseOf, type TextMeasures } from './measure-text.ts'
import { grayPixels, openGray } from './page-image.ts'

/** Share of a side: shorter blobs at the edge are clipped letters. */
const minSideShare = 0.3
/** Holes of letter size in a dark bar: it is part of the page. */
const minLettersInBar = 6

/** Undefined if the page has no border. */
function removeBorders(
  image: GrayImage,
  { blobs, eachRun }: Blobs,
  threshold: number,
): GrayImage | undefined {
  const borders = blobs.filter(blob => isBorder(blob, image) && !containsLetters(image, blob, threshold))
  if (borders.length === 0) return undefined
  const pixels = Uint8Array.from(image.pixels)
  const soft = Math.ceil(Math.max(image.width, image.height) / 800)
  for (const border of borders)
    eachRun(border, (y, from, to) => {
      const start = y * image.width
      pixels.fill(255, start + Math.max(0, from - soft), start + Math.min(image.width, to + 1 + soft))
    })
  return { ...image, pixels }
}

function isBorder(blob: Blob, { width, height }: GrayImage): boolean {
  const touches = [blob.left === 0, blob.top === 0, blob.right === width - 1, blob.bottom === height - 1]
  if (!touches.includes(true)) return false
  const isLong =
    blob.bottom - blob.top > minSideShare * height || blob.right - blob.left > minSideShare * width
  return isLong && blob.area > 0.002 * width * height
}

function containsLetters(image: GrayImage, blob: Blob, threshold: number): boolean {
  const [width, height] = [blob.right - blob.left + 1, blob.bottom - blob.top + 1]
  // Inside a frame around the whole page, the white area is the page itself.
  if (width > 0.9 * image.width && height > 0.5 * image.height) return false
  const inside = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const start = (blob.top + y) * image.width + blob.left
    inside.set(image.pixels.subarray(start, start + width), y * width)
  }
  const holes = findBlobs({ pixels: inside, width, height }, value => value >= threshold).blobs
  const letters = holes.filter(hole => {
    const isInner = hole.left > 0 && hole.top > 0 && hole.right < width - 1 && hole.bottom < height - 1
    return isInner && hole.bottom - hole.top >= 6 && hole.area >= 16 && hole.bottom - hole.top < height / 2
  })
  return letters.length >= minLettersInBar
}

/** Detects light text on a dark background, independent of the illumination. */
const blocksAcross = 32
/** Blocks with less contrast contain no text. */
const minContrast = 60
const minBlocks = 4
const clearShare = 0.6

/** In blocks with text most pixels are background, so the median is closer to the background shade. */
function hasDarkBackground({ pixels, width, height }: GrayImage): boolean {
  const blockPixels = Math.max(16, Math.ceil(Math.max(width, height) / blocksAcross))
  let [textBlocks, darkBlocks] = [0, 0]
  for (let top = 0; top < height; top += blockPixels)
    for (let left = 0; left < width; left += blockPixels) {
      const counts = new Uint32Array(256)
      for (let y = top; y < Math.min(height, top + blockPixels); y += 2)
        for (let x = left; x < Math.min(width, left + blockPixels); x += 2) {
          const value = pixels[y * width + x] as number
          counts[value] = (counts[value] as number) + 1
        }
      const [low, middle, high] = [0.02, 0.5, 0.98].map(share => percentile(counts, share)) as [
        number,
        number,
        number,
      ]
      if (high - low < minContrast) continue
      textBlocks += 1
      if (middle - low < high - middle) darkBlocks += 1
    }
  return textBlocks >= minBlocks && darkBlocks > clearShare * textBlocks
}

export interface CleanPage {
  readonly image: GrayImage
  readonly threshold: number
  readonly blobs: readonly Blob[]
  readonly text: TextMeasures
  /** Steps that were applied; empty for a clean page. */
  readonly steps: readonly CleaningStep[]
}

export type CleaningStep = 'invert' | 'light' | 'border' | 'grain'

/** Mean difference of adjacent pixels on bare paper. */
const visibleNoise = 7
const specksPerLetter = 0.7
/** Share of the distance from paper to ink. */
const paperDepth = 0.17
/** A median filter would distort letters smaller than this. */
const minLetterPixelsForMedian = 9

export async function cleanPage(given: GrayImage): Promise<CleanPage> {
  const steps: CleaningStep[] = []
  let gray = given
  const apply = (step: CleaningStep, next: GrayImage | undefined) => {
    if (next === undefined) return
    gray = next
    steps.push(step)
  }
  if (hasDarkBackground(gray)) apply('invert', invert(gray))
  apply('light', correctIllumination(gray))
  let analysis = analyze(gray)
  const withoutBorders = removeBorders(gray, analysis.found, analysis.threshold)
  apply('border', withoutBorders)
  if (withoutBorders) analysis = analyze(gray)
  if (isNoisy(gray, analysis)) {
    apply('grain', await denoise(gray, analysis.text))
    analysis = analyze(gray)
  }
  return {
    image: gray,
    threshold: analysis.threshold,
    blobs: analysis.found.blobs,
    text: analysis.text,
    steps,
  }
}

function analyze(gray: GrayImage) {
  const threshold = inkThreshold(histogramOf(gray.pixels))
  const found = findBlobs(gray, value => value < threshold)
  return { threshold, found, text: measureText(found.blobs, gray) }
}

function isNoisy(gray: GrayImage, { threshold, text }: ReturnType<typeof analyze>): boolean {
  return hasSpecks(text) || noiseOf(gray, threshold) > visibleNoise
}

function hasSpecks({ speckCount, letterCount }: TextMeasures): boolean {
  return speckCount > specksPerLetter * letterCount + 50
}

/** Only specks need a median filter: it removes thin strokes as well. */
async function denoise(gray: GrayImage, text: TextMeasures): Promise<GrayImage> {
  const image = openGray(gray)
  const isMedian = hasSpecks(text) && text.letterPixels >= minLetterPixelsForMedian
  return whitenPaper(await grayPixels(isMedian ? image.median(3) : image.blur(0.7)))
}

/** Remaining noise is close to the shade of the paper, so everything near it becomes white. */
function whitenPaper(gray: GrayImage): GrayImage {
  const counts = histogramOf(gray.pixels)
  const [ink, paper] = [percentile(counts, 0.002), percentile(counts, 0.5)]
  const white = paper - paperDepth * (paper - ink)
  const shades = Uint8Array.from({ length: 256 }, (_, value) =>
    Math.min(255, (255 * value) / Math.max(1, white)),
  )
  return { ...gray, pixels: gray.pixels.map(value => shades[value] as number) }
}
