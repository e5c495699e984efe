/** How far a scanned page is turned: at the right angle its lines of text lie in rows, and rows differ most. */

export interface GreyPicture {
  /** One byte a pixel, 0 is black. */
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
}

const maxDegrees = 6
const coarseStep = 0.5
const fineStep = 0.05
/** Fewer dark pixels than this are no text. */
const fewestInkPixels = 200
/** An upright page must lose by this factor before it is turned. */
const clearWin = 1.02

/** In degrees, clockwise; 0 when nothing speaks for another angle. A picture of about 1000 pixels a side is plenty. */
export function estimateSkew(picture: GreyPicture): number {
  const ink = findInk(picture)
  if (ink.length < fewestInkPixels) return 0
  const score = (degrees: number) => sharpnessOfRows(ink, degrees, picture.height)
  const coarse = best(range(-maxDegrees, maxDegrees, coarseStep), score)
  const fine = best(range(coarse - coarseStep, coarse + coarseStep, fineStep), score)
  return score(fine) > score(0) * clearWin ? fine : 0
}

type Ink = readonly (readonly [x: number, y: number])[]

function findInk({ pixels, width, height }: GreyPicture): Ink {
  const threshold = darkThreshold(pixels)
  const ink: [number, number][] = []
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if ((pixels[y * width + x] ?? 255) < threshold) ink.push([x - width / 2, y - height / 2])
  return ink
}

/** Halfway between the paper and the darkest ink that is there. */
function darkThreshold(pixels: Uint8Array): number {
  const counts = new Uint32Array(256)
  for (const value of pixels) counts[value] = (counts[value] ?? 0) + 1
  const paper = counts.indexOf(Math.max(...counts.subarray(128)), 128)
  const darkest = counts.findIndex(count => count > 0)
  return (paper + Math.max(0, darkest)) / 2
}

/** The sum of squares of the ink in each row. Half a pixel to each row's neighbours evens out how points are rounded. */
function sharpnessOfRows(ink: Ink, degrees: number, height: number): number {
  const sin = Math.sin((degrees * Math.PI) / 180)
  const cos = Math.cos((degrees * Math.PI) / 180)
  const margin = Math.ceil(height / 4)
  const rows = new Float64Array(height + 2 * margin)
  for (const [x, y] of ink) {
    const place = y * cos - x * sin + height / 2 + margin
    const row = Math.floor(place)
    rows[row] = (rows[row] ?? 0) + 1 - (place - row)
    rows[row + 1] = (rows[row + 1] ?? 0) + place - row
  }
  return rows.reduce((sum, count) => sum + count ** 2, 0)
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => from + index * step)
}

function best(angles: readonly number[], score: (degrees: number) => number): number {
  return angles.reduce((winner, angle) => (score(angle) > score(winner) ? angle : winner), angles[0] ?? 0)
}
