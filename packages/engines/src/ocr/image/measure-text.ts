/** Measures letter height, letter count and specks from the blobs of a page. */
import type { Blob } from './find-blobs.ts'
import type { GrayImage } from './gray-image.ts'

export interface TextMeasures {
  /** Median height; for Latin text about the x-height. 0 without text. */
  readonly letterPixels: number
  readonly letterCount: number
  /** Specks away from letters: the dot of an i and Arabic diacritics do not count. */
  readonly speckCount: number
}

const minLetterPixels = 4
const speckArea = 3

export function measureText(blobs: readonly Blob[], image: GrayImage): TextMeasures {
  const letters = blobs.filter(blob => isLetterLike(blob, image))
  const heights = letters.map(({ top, bottom }) => bottom - top + 1).sort((a, b) => a - b)
  const letterPixels = heights[heights.length >> 1] ?? 0
  const isNearLetter = createNearLetterTest(letters, 2 * letterPixels, image)
  const specks = blobs.filter(blob => blob.area <= speckArea && !isNearLetter(blob))
  return { letterPixels, letterCount: letters.length, speckCount: specks.length }
}

/** Tests on a grid of this cell size whether one of the nine surrounding cells contains a letter. */
function createNearLetterTest(letters: readonly Blob[], cellPixels: number, { width }: GrayImage) {
  const size = Math.max(1, cellPixels)
  const columns = Math.ceil(width / size) + 2
  const cellOf = (x: number, y: number) => (Math.floor(y / size) + 1) * columns + Math.floor(x / size) + 1
  const near = new Set<number>()
  for (const { left, right, top, bottom } of letters) {
    const cell = cellOf((left + right) / 2, (top + bottom) / 2)
    for (const row of [-columns, 0, columns]) for (const column of [-1, 0, 1]) near.add(cell + row + column)
  }
  return ({ left, top }: Blob) => near.has(cellOf(left, top))
}

export function isLetterLike(blob: Blob, { width, height }: GrayImage): boolean {
  const [across, down] = [blob.right - blob.left + 1, blob.bottom - blob.top + 1]
  if (down < minLetterPixels || across < 2 || down > height / 4 || across > width / 3) return false
  return across / down < 12 && down / across < 8 && blob.area / (across * down) > 0.1
}

/** Image noise: mean difference of adjacent pixels on bare paper. */
export function noiseOf({ pixels, width, height }: GrayImage, threshold: number): number {
  let [sum, count] = [0, 0]
  for (let y = 1; y < height - 1; y += 3)
    for (let x = 1; x < width - 1; x += 3) {
      const at = y * width + x
      const [here, right, below] = [pixels[at], pixels[at + 1], pixels[at + width]] as [
        number,
        number,
        number,
      ]
      if (here <= threshold || right <= threshold || below <= threshold) continue
      sum += Math.abs(here - right) + Math.abs(here - below)
      count += 2
    }
  return count === 0 ? 0 : sum / count
}
