/** Chooses the colors of a GIF (median cut by variance) and maps pixels to them. Colors are 0xBBGGRR. */

export interface Palette {
  /** One color per index. */
  readonly colors: readonly number[]
  /** Index of the nearest color. */
  nearest(color: number): number
}

export interface ColorCounts {
  /** Counts the pixels that differ from the frame before, or all if there is none. Pixels are RGBA in memory order. */
  add(frame: Uint32Array, before: Uint32Array | undefined): void
  choosePalette(maxColors: number): Palette
}

/** Pixels below this alpha are transparent. */
export const opaqueAlpha = 128

const initialSlots = 1 << 16

/** Spreads similar colors over all slots of a table whose length is a power of two. */
function slotFor(color: number, slots: number): number {
  return (Math.imul(color, 0x9e3779b1) >>> 8) & (slots - 1)
}

/** Counts colors exactly, in a hash table with open addressing, which is several times faster than a Map. */
export function countColors(): ColorCounts {
  // A key is the color plus one; 0 is an empty slot.
  let keys = new Uint32Array(initialSlots)
  let counts = new Uint32Array(initialSlots)
  let used = 0
  const find = (color: number): number => {
    let slot = slotFor(color, keys.length)
    while (keys[slot] !== 0 && keys[slot] !== color + 1) slot = (slot + 1) & (keys.length - 1)
    return slot
  }
  const grow = () => {
    const [oldKeys, oldCounts] = [keys, counts]
    keys = new Uint32Array(oldKeys.length * 2)
    counts = new Uint32Array(keys.length)
    for (let at = 0; at < oldKeys.length; at += 1) {
      const key = oldKeys[at] as number
      if (key === 0) continue
      const slot = find(key - 1)
      keys[slot] = key
      counts[slot] = oldCounts[at] as number
    }
  }
  return {
    add(frame, before) {
      for (let at = 0; at < frame.length; at += 1) {
        const pixel = frame[at] as number
        if ((before !== undefined && before[at] === pixel) || pixel >>> 24 < opaqueAlpha) continue
        const color = pixel & 0xff_ff_ff
        const slot = find(color)
        counts[slot] = (counts[slot] as number) + 1
        if (keys[slot] !== 0) continue
        keys[slot] = color + 1
        used += 1
        if (used * 2 > keys.length) grow()
      }
    },
    choosePalette(maxColors) {
      const [colors, weights] = [new Uint32Array(used), new Uint32Array(used)]
      for (let slot = 0, at = 0; slot < keys.length; slot += 1) {
        if (keys[slot] === 0) continue
        colors[at] = (keys[slot] as number) - 1
        weights[at] = counts[slot] as number
        at += 1
      }
      return paletteOf(medianCut(colors, weights, maxColors))
    },
  }
}

/** A range of the colors. */
interface Box {
  readonly start: number
  readonly end: number
  readonly mean: number
  /** Sum of squared distances from the mean, by weight. */
  readonly variance: number
  /** Bit offset of the channel with the widest range. */
  readonly channel: number
}

/** Splits the box with the largest variance at the median of its widest channel, until there are enough. */
function medianCut(colors: Uint32Array, weights: Uint32Array, maxColors: number): readonly number[] {
  if (colors.length === 0) return [0]
  const boxes = [boxOf(colors, weights, 0, colors.length)]
  while (boxes.length < maxColors) {
    const box = boxes.reduce((widest, other) => (other.variance > widest.variance ? other : widest))
    if (box.end - box.start < 2) break
    sortByChannel(colors, weights, box)
    const middle = medianOf(weights, box)
    boxes[boxes.indexOf(box)] = boxOf(colors, weights, box.start, middle)
    boxes.push(boxOf(colors, weights, middle, box.end))
  }
  return boxes.map(({ mean }) => mean)
}

function boxOf(colors: Uint32Array, weights: Uint32Array, start: number, end: number): Box {
  let [redSum, greenSum, blueSum, squares, weight] = [0, 0, 0, 0, 0]
  let [minRed, minGreen, minBlue, maxRed, maxGreen, maxBlue] = [255, 255, 255, 0, 0, 0]
  for (let at = start; at < end; at += 1) {
    const color = colors[at] as number
    const count = weights[at] as number
    const red = color & 255
    const green = (color >> 8) & 255
    const blue = color >> 16
    redSum += red * count
    greenSum += green * count
    blueSum += blue * count
    squares += (red * red + green * green + blue * blue) * count
    weight += count
    if (red < minRed) minRed = red
    if (red > maxRed) maxRed = red
    if (green < minGreen) minGreen = green
    if (green > maxGreen) maxGreen = green
    if (blue < minBlue) minBlue = blue
    if (blue > maxBlue) maxBlue = blue
  }
  const [red, green, blue] = [maxRed - minRed, maxGreen - minGreen, maxBlue - minBlue]
  const mean = (sum: number) => Math.round(sum / weight)
  const variance = squares - (redSum * redSum + greenSum * greenSum + blueSum * blueSum) / weight
  return {
    start,
    end,
    mean: mean(redSum) | (mean(greenSum) << 8) | (mean(blueSum) << 16),
    // One color has none, whatever the rounding.
    variance: end - start > 1 ? variance : 0,
    // The eye is most sensitive to green.
    channel: green >= red && green >= blue ? 8 : red >= blue ? 0 : 16,
  }
}

/** Counting sort: a channel has only 256 values. */
function sortByChannel(colors: Uint32Array, weights: Uint32Array, { start, end, channel }: Box): void {
  const offsets = new Uint32Array(257)
  for (let at = start; at < end; at += 1) {
    const value = ((colors[at] as number) >> channel) & 255
    offsets[value + 1] = (offsets[value + 1] as number) + 1
  }
  for (let value = 1; value < offsets.length; value += 1)
    offsets[value] = (offsets[value] as number) + (offsets[value - 1] as number)
  const [oldColors, oldWeights] = [colors.slice(start, end), weights.slice(start, end)]
  for (let at = 0; at < oldColors.length; at += 1) {
    const value = ((oldColors[at] as number) >> channel) & 255
    const to = start + (offsets[value] as number)
    offsets[value] = (offsets[value] as number) + 1
    colors[to] = oldColors[at] as number
    weights[to] = oldWeights[at] as number
  }
}

/** End of the first half by weight; each half has at least one color. */
function medianOf(weights: Uint32Array, { start, end }: Box): number {
  let total = 0
  for (let at = start; at < end; at += 1) total += weights[at] as number
  let [at, sum] = [start, weights[start] as number]
  while (at < end - 2 && sum <= total / 2) {
    at += 1
    sum += weights[at] as number
  }
  return at + 1
}

function greenOf(color: number): number {
  return (color >> 8) & 255
}

export function distanceOf(one: number, other: number): number {
  const red = (one & 255) - (other & 255)
  const green = greenOf(one) - greenOf(other)
  const blue = (one >> 16) - (other >> 16)
  return red * red + green * green + blue * blue
}

/** Power of two, larger than the number of colors of most clips. */
const cacheSlots = 1 << 17

function paletteOf(unsorted: readonly number[]): Palette {
  const colors = unsorted.toSorted((a, b) => greenOf(a) - greenOf(b) || a - b)
  const greens = Uint8Array.from(colors, greenOf)
  const firstWithGreen = Uint16Array.from({ length: 256 }, (_, green) => {
    const index = greens.findIndex(value => value >= green)
    return index < 0 ? greens.length : index
  })
  /** Searches from the same green in both directions, until green alone is farther than the best color. */
  const search = (color: number): number => {
    let [up, best, least] = [firstWithGreen[greenOf(color)] as number, 0, Number.POSITIVE_INFINITY]
    let down = up - 1
    const compare = (index: number) => {
      const distance = distanceOf(color, colors[index] as number)
      if (distance >= least) return
      best = index
      least = distance
    }
    const isNear = (index: number) => ((greens[index] as number) - greenOf(color)) ** 2 < least
    while (up < greens.length || down >= 0) {
      if (up < greens.length && isNear(up)) compare(up++)
      else up = greens.length
      if (down >= 0 && isNear(down)) compare(down--)
      else down = -1
    }
    return best
  }
  const cachedKeys = new Uint32Array(cacheSlots)
  const cachedIndexes = new Uint8Array(cacheSlots)
  return {
    colors,
    nearest(color) {
      const slot = slotFor(color, cacheSlots)
      if (cachedKeys[slot] !== color + 1) {
        cachedKeys[slot] = color + 1
        cachedIndexes[slot] = search(color)
      }
      return cachedIndexes[slot] as number
    },
  }
}
