/** Chooses the palette of a GIF from some of its frames (median cut). */

export type Rgba = Uint8Array | Uint8ClampedArray
type Rgb = readonly [red: number, green: number, blue: number]

export interface Palette {
  readonly colors: readonly Rgb[]
  /** For the pixel at this byte offset. */
  indexAt(pixels: Rgba, offset: number): number
}

/** Enough to represent all colors. */
const maxSamples = 40_000

interface Box {
  readonly samples: readonly Rgb[]
  readonly channel: 0 | 1 | 2
  readonly extent: number
  /** How the box was split, if it was. */
  cut?: { readonly above: number; readonly low: Box; readonly high: Box }
  index?: number
}

export function choosePalette(images: readonly Rgba[], maxColors: number): Palette {
  const root = boxOf(samplesOf(images))
  const boxes = [root]
  while (boxes.length < maxColors) {
    const at = heaviest(boxes)
    const box = boxes[at]
    if (box === undefined || box.extent === 0) break
    boxes.splice(at, 1, ...halve(box))
  }
  for (const [index, box] of boxes.entries()) box.index = index
  return {
    colors: boxes.map(({ samples }) => meanOf(samples)),
    indexAt(pixels, offset) {
      let box = root
      while (box.cut !== undefined) {
        const { above, low, high } = box.cut
        box = (pixels[offset + box.channel] ?? 0) > above ? high : low
      }
      return box.index ?? 0
    },
  }
}

function samplesOf(images: readonly Rgba[]): Rgb[] {
  const pixels = images.reduce((sum, image) => sum + image.length / 4, 0)
  // Odd, so that samples do not fall into the same columns of every row.
  const step = 4 * (2 * Math.floor(pixels / maxSamples / 2) + 1)
  const samples: Rgb[] = []
  for (const image of images) {
    for (let at = 0; at < image.length; at += step)
      samples.push([image[at] ?? 0, image[at + 1] ?? 0, image[at + 2] ?? 0])
  }
  return samples
}

function boxOf(samples: readonly Rgb[]): Box {
  let [channel, extent]: [0 | 1 | 2, number] = [0, 0]
  for (const candidate of [0, 1, 2] as const) {
    let [least, most] = [255, 0]
    for (const sample of samples) {
      least = Math.min(least, sample[candidate])
      most = Math.max(most, sample[candidate])
    }
    if (most - least > extent) [channel, extent] = [candidate, most - least]
  }
  return { samples, channel, extent }
}

/** Many pixels and a wide range of shades both need more colors. */
function heaviest(boxes: readonly Box[]): number {
  let [at, most] = [0, -1]
  for (const [index, { samples, extent }] of boxes.entries()) {
    const weight = samples.length * extent
    if (weight > most) [at, most] = [index, weight]
  }
  return at
}

function halve(box: Box): [Box, Box] {
  const { samples, channel } = box
  const values = Uint8Array.from(samples, sample => sample[channel]).toSorted()
  const median = values[Math.floor(values.length / 2)] ?? 0
  // Both halves must contain samples.
  const above = median < (values.at(-1) ?? 0) ? median : median - 1
  const low = boxOf(samples.filter(sample => sample[channel] <= above))
  const high = boxOf(samples.filter(sample => sample[channel] > above))
  box.cut = { above, low, high }
  return [low, high]
}

function meanOf(samples: readonly Rgb[]): Rgb {
  const mean = (channel: 0 | 1 | 2) =>
    samples.reduce((sum, sample) => sum + sample[channel], 0) / Math.max(1, samples.length)
  return [mean(0), mean(1), mean(2)]
}
