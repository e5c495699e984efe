/** Cuts the part of a page that tells its language: a few full lines where most is written. */
import { type GreyPicture, histogramOf, inkThreshold } from './grey-picture.ts'

/** A page with fewer letters is read whole. */
const fewLetters = 500
const sampleLines = 9
/** Between two baselines, in heights of letters. */
const linePitch = 2.6

/** Undefined when the page is hardly larger than the sample would be. */
export function cutSample(
  picture: GreyPicture,
  letterPixels: number,
  letterCount: number,
): GreyPicture | undefined {
  const rows = Math.round(sampleLines * linePitch * letterPixels)
  if (letterCount < fewLetters || rows < 50 || rows > 0.7 * picture.height) return undefined
  const ink = inkOfRows(picture)
  const top = emptiestRow(ink, fullestStart(ink, rows), Math.round(linePitch * letterPixels))
  const bottom = emptiestRow(ink, Math.min(picture.height, top + rows), Math.round(linePitch * letterPixels))
  const { width } = picture
  return { pixels: picture.pixels.subarray(top * width, bottom * width), width, height: bottom - top }
}

function inkOfRows({ pixels, width, height }: GreyPicture): Uint32Array {
  const threshold = inkThreshold(histogramOf(pixels))
  const ink = new Uint32Array(height)
  for (let y = 0; y < height; y += 1) {
    let count = 0
    for (let x = 0; x < width; x += 1) if ((pixels[y * width + x] as number) < threshold) count += 1
    // A rule or a dark picture across the page is no text.
    ink[y] = count > width / 2 ? 0 : count
  }
  return ink
}

function fullestStart(ink: Uint32Array, rows: number): number {
  let sum = ink.subarray(0, rows).reduce((total, count) => total + count, 0)
  let [best, bestSum] = [0, sum]
  for (let start = 1; start + rows <= ink.length; start += 1) {
    sum += (ink[start + rows - 1] ?? 0) - (ink[start - 1] ?? 0)
    if (sum > bestSum) [best, bestSum] = [start, sum]
  }
  return best
}

/** Around a row, so that no line is cut in two. */
function emptiestRow(ink: Uint32Array, around: number, reach: number): number {
  let best = Math.min(ink.length, around)
  for (let y = Math.max(0, around - reach); y <= Math.min(ink.length - 1, around + reach); y += 1)
    if ((ink[y] ?? 0) < (ink[best] ?? Infinity)) best = y
  return best
}
