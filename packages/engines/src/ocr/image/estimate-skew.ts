/** Estimates the skew of a scanned page from projection profiles: at the right angle, ink is concentrated in rows. */
import { type GrayImage, histogramOf } from './gray-image.ts'

const maxDegrees = 15
const coarseStep = 0.5
const fineStep = 0.05
/** Fewer dark pixels are not text. */
const minInkPixels = 200
/** Sample sizes for the coarse and the fine search; more pixels do not improve the result. */
const inkForCoarse = 12_000
const inkForFine = 60_000
/** The score must exceed that of 0 degrees by this factor. */
const minScoreRatio = 1.02

/** In degrees clockwise; 0 if no other angle scores clearly higher. An image of about 1000 pixels per side is enough. */
export function estimateSkew(image: GrayImage): number {
  const ink = findInk(image)
  if (ink.x.length < minInkPixels) return 0
  const [few, many] = [downsample(ink, inkForCoarse), downsample(ink, inkForFine)]
  const score = (points: Ink) => (degrees: number) => sharpnessOfRows(points, degrees, image.height)
  const coarse = best(range(-maxDegrees, maxDegrees, coarseStep), score(few))
  const fine = best(range(coarse.angle - coarseStep, coarse.angle + coarseStep, fineStep), score(many))
  return fine.score > score(many)(0) * minScoreRatio ? fine.angle : 0
}

/** Coordinates of dark pixels relative to the image center. */
interface Ink {
  readonly x: Float32Array
  readonly y: Float32Array
}

function findInk({ pixels, width, height }: GrayImage): Ink {
  const threshold = darkThreshold(pixels)
  const [x, y]: [number[], number[]] = [[], []]
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1)
      if ((pixels[row * width + column] as number) < threshold) {
        x.push(column - width / 2)
        y.push(row - height / 2)
      }
  return { x: Float32Array.from(x), y: Float32Array.from(y) }
}

function downsample(ink: Ink, maxCount: number): Ink {
  const step = Math.ceil(ink.x.length / maxCount)
  if (step <= 1) return ink
  const isKept = (_: number, index: number) => index % step === 0
  return { x: ink.x.filter(isKept), y: ink.y.filter(isKept) }
}

/** Halfway between the paper and the darkest pixel. */
function darkThreshold(pixels: Uint8Array): number {
  const counts = histogramOf(pixels)
  const paper = counts.indexOf(Math.max(...counts.subarray(128)), 128)
  const darkest = counts.findIndex(count => count > 0)
  return (paper + Math.max(0, darkest)) / 2
}

/** Sum of squares of the ink per row. Each pixel is distributed over two rows to avoid rounding artifacts. */
function sharpnessOfRows({ x, y }: Ink, degrees: number, height: number): number {
  const sin = Math.sin((degrees * Math.PI) / 180)
  const cos = Math.cos((degrees * Math.PI) / 180)
  const margin = Math.ceil(height / 2)
  const rows = new Float64Array(height + 2 * margin)
  for (let at = 0; at < x.length; at += 1) {
    const position = (y[at] as number) * cos - (x[at] as number) * sin + height / 2 + margin
    const row = Math.floor(position)
    rows[row] = (rows[row] as number) + 1 - (position - row)
    rows[row + 1] = (rows[row + 1] as number) + position - row
  }
  let sum = 0
  for (let row = 0; row < rows.length; row += 1) sum += (rows[row] as number) ** 2
  return sum
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => from + index * step)
}

function best(
  angles: readonly number[],
  score: (degrees: number) => number,
): { angle: number; score: number } {
  return angles
    .map(angle => ({ angle, score: score(angle) }))
    .reduce((winner, candidate) => (candidate.score > winner.score ? candidate : winner))
}
