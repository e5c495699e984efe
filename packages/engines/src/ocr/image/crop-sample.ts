/** Crops a sample for script and language detection: a few full lines from the densest part of the page. */
import { type GrayImage, histogramOf, inkThreshold } from './gray-image.ts'

/** A page with fewer letters is used as a whole. */
const minLettersForSample = 100
/** Enough to identify a language. */
const sampleLetters = 170
const minLines = 4
const maxLines = 7
/** Share of the ink: a larger sample would cost almost as much as the whole page. */
const maxInkShare = 0.6
/** Baseline distance in letter heights. */
const linePitch = 2.6

/** Undefined if the page is hardly larger than the sample would be. */
export function cropSample(
  image: GrayImage,
  letterPixels: number,
  letterCount: number,
): GrayImage | undefined {
  if (letterCount < minLettersForSample) return undefined
  const ink = inkOfRows(image)
  const allInk = ink.reduce((sum, count) => sum + count, 0)
  const inkOfSample = (sampleLetters / letterCount) * allInk
  let [rows, fullest] = [0, { start: 0, sum: 0 }]
  for (let lines = minLines; lines <= maxLines && fullest.sum < inkOfSample; lines += 1) {
    rows = Math.round(lines * linePitch * letterPixels)
    if (rows < 50 || rows > 0.7 * image.height) return undefined
    fullest = fullestRows(ink, rows)
  }
  if (fullest.sum > maxInkShare * allInk) return undefined
  const top = emptiestRow(ink, fullest.start, Math.round(linePitch * letterPixels))
  const bottom = emptiestRow(ink, Math.min(image.height, top + rows), Math.round(linePitch * letterPixels))
  const { width } = image
  return { pixels: image.pixels.subarray(top * width, bottom * width), width, height: bottom - top }
}

function inkOfRows({ pixels, width, height }: GrayImage): Uint32Array {
  const threshold = inkThreshold(histogramOf(pixels))
  const ink = new Uint32Array(height)
  for (let y = 0; y < height; y += 1) {
    let count = 0
    for (let x = 0; x < width; x += 1) if ((pixels[y * width + x] as number) < threshold) count += 1
    // A rule or a dark image across the page is not text.
    ink[y] = count > width / 2 ? 0 : count
  }
  return ink
}

function fullestRows(ink: Uint32Array, rows: number): { start: number; sum: number } {
  let sum = ink.subarray(0, rows).reduce((total, count) => total + count, 0)
  let best = { start: 0, sum }
  for (let start = 1; start + rows <= ink.length; start += 1) {
    sum += (ink[start + rows - 1] ?? 0) - (ink[start - 1] ?? 0)
    if (sum > best.sum) best = { start, sum }
  }
  return best
}

/** Near the given row, so that no line is cut in half. */
function emptiestRow(ink: Uint32Array, around: number, reach: number): number {
  let best = Math.min(ink.length, around)
  for (let y = Math.max(0, around - reach); y <= Math.min(ink.length - 1, around + reach); y += 1)
    if ((ink[y] ?? 0) < (ink[best] ?? Infinity)) best = y
  return best
}
