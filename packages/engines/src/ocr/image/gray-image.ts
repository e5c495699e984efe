/** 8-bit grayscale image of a page, and its thresholds. */

export interface GrayImage {
  /** One byte per pixel, 0 is black. */
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

/** Pixels darker than this are ink. Capped so that little ink on noisy paper does not turn the noise into ink. */
export function inkThreshold(counts: Uint32Array): number {
  const [ink, paper] = [percentile(counts, inkShare), percentile(counts, 0.5)]
  const halfway = paper - minDepth * (paper - ink)
  return paper > ink
    ? Math.min(otsuThreshold(counts), Math.max(1, Math.round(halfway)))
    : otsuThreshold(counts)
}

/** Percentile of the darkest pixels that represents ink. */
const inkShare = 0.002
/** Share of the distance from paper to ink. */
const minDepth = 0.4

/** Otsu's method: the threshold with the largest between-class variance. */
function otsuThreshold(counts: Uint32Array): number {
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

/** Shade below which the given share of pixels lies. */
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
