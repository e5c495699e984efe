/** A page in shades of grey, as text recognition looks at it. */

export interface GrayImage {
  /** One byte a pixel, 0 is black. */
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
}

export function histogramOf(pixels: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256)
  for (let at = 0; at < pixels.length; at += 1) {
    const value = pixels[at] as number
    counts[value] = (counts[value] as number) + 1
  }
  return counts
}

/** What is darker than this is ink. A little ink on much grainy paper must not make the grain ink, too. */
export function inkThreshold(counts: Uint32Array): number {
  const [ink, paper] = [percentile(counts, inkShare), percentile(counts, 0.5)]
  const halfway = paper - leastDepth * (paper - ink)
  return paper > ink ? Math.min(bestParting(counts), Math.max(1, Math.round(halfway))) : bestParting(counts)
}

/** The darkest so many pixels are taken for ink. */
const inkShare = 0.002
/** Of the way from paper to ink. */
const leastDepth = 0.4

/** The shade that parts dark from light best (Otsu). */
function bestParting(counts: Uint32Array): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const brightness = counts.reduce((sum, count, value) => sum + count * value, 0)
  let [best, bestSpread, darkCount, darkSum] = [128, -1, 0, 0]
  for (let value = 0; value < 256; value += 1) {
    const count = counts[value] ?? 0
    darkCount += count
    darkSum += count * value
    const brightCount = total - darkCount
    if (darkCount === 0 || brightCount === 0) continue
    const distance = darkSum / darkCount - (brightness - darkSum) / brightCount
    const spread = darkCount * brightCount * distance * distance
    if (spread > bestSpread) [best, bestSpread] = [value + 1, spread]
  }
  return best
}

/** The shade below which this share of the pixels lies. */
export function percentile(counts: Uint32Array, share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let seen = 0
  for (let value = 0; value < 256; value += 1) {
    seen += counts[value] ?? 0
    if (seen >= share * total) return value
  }
  return 255
}

export function invert(image: GrayImage): GrayImage {
  return { ...image, pixels: image.pixels.map(value => 255 - value) }
}
