/** Tells light letters on dark ground from dark letters on paper, whatever the light. */
import { type GrayImage, percentile } from './gray-image.ts'

const blocksAcross = 32
/** Between the shades of a block: less is bare ground. */
const leastContrast = 60
const fewestBlocks = 4
const clearShare = 0.6

/** Where something is written, most of the place is ground: its middle shade is nearer to the ground's. */
export function isDarkGround({ pixels, width, height }: GrayImage): boolean {
  const blockPixels = Math.max(16, Math.ceil(Math.max(width, height) / blocksAcross))
  let [written, dark] = [0, 0]
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
      if (high - low < leastContrast) continue
      written += 1
      if (middle - low < high - middle) dark += 1
    }
  return written >= fewestBlocks && dark > clearShare * written
}
