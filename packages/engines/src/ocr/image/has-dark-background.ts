/** Detects light text on a dark background, independent of the illumination. */
import { type GrayImage, percentile } from './gray-image.ts'

const blocksAcross = 32
/** Blocks with less contrast contain no text. */
const minContrast = 60
const minBlocks = 4
const clearShare = 0.6

/** In blocks with text most pixels are background, so the median is closer to the background shade. */
export function hasDarkBackground({ pixels, width, height }: GrayImage): boolean {
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
