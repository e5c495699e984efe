/** What the blobs of a page tell about its text: how high letters are, and how much of it is dust. */
import type { Blob } from './find-blobs.ts'
import type { GreyPicture } from './grey-picture.ts'

export interface TextMeasures {
  /** Of most letters; for Latin text about the height of an x. 0 without text. */
  readonly letterPixels: number
  readonly letterCount: number
  readonly speckCount: number
}

const leastLetterPixels = 4
const speckArea = 3

export function measureText(blobs: readonly Blob[], picture: GreyPicture): TextMeasures {
  const specks = blobs.filter(({ area }) => area <= speckArea)
  const letters = blobs.filter(blob => isLetterLike(blob, picture))
  const heights = letters.map(({ top, bottom }) => bottom - top + 1).sort((a, b) => a - b)
  return {
    letterPixels: heights[heights.length >> 1] ?? 0,
    letterCount: letters.length,
    speckCount: specks.length,
  }
}

export function isLetterLike(blob: Blob, { width, height }: GreyPicture): boolean {
  const [across, down] = [blob.right - blob.left + 1, blob.bottom - blob.top + 1]
  if (down < leastLetterPixels || across < 2 || down > height / 4 || across > width / 3) return false
  return across / down < 12 && down / across < 8 && blob.area / (across * down) > 0.1
}

/** How much neighbouring pixels differ where nothing is drawn: the grain of the picture. */
export function grainOf({ pixels, width, height }: GreyPicture, threshold: number): number {
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
