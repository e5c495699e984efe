/** Merges similar colors until few enough are left. */

type Rgb = [red: number, green: number, blue: number]

interface Shade {
  readonly color: Rgb
  readonly pixels: number
  /** Original colors that it represents. */
  readonly members: readonly number[]
}

/** Modifies RGBA pixels in place. Quadratic: for images with a few hundred colors, such as the output of a quantizer. */
export function reduceColors(data: Uint8Array, maxColors: number): void {
  const merged = mergeShades(countShades(data), maxColors)
  const replacements = new Map<number, Rgb>()
  for (const { color, members } of merged) for (const member of members) replacements.set(member, color)
  for (let offset = 0; offset < data.length; offset += 4) {
    const color = replacements.get(keyAt(data, offset))
    if (data[offset + 3] !== 0 && color) data.set(color, offset)
  }
}

function keyAt(data: Uint8Array, offset: number): number {
  return ((data[offset] ?? 0) << 16) | ((data[offset + 1] ?? 0) << 8) | (data[offset + 2] ?? 0)
}

function countShades(data: Uint8Array): Shade[] {
  const counts = new Map<number, number>()
  for (let offset = 0; offset < data.length; offset += 4) {
    if (data[offset + 3] === 0) continue
    const key = keyAt(data, offset)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].map(([key, pixels]) => ({
    color: [key >> 16, (key >> 8) & 255, key & 255],
    pixels,
    members: [key],
  }))
}

function mergeShades(given: readonly Shade[], maxColors: number): readonly Shade[] {
  const shades = [...given]
  while (shades.length > maxColors) {
    let best = { cost: Number.POSITIVE_INFINITY, first: 0, second: 1 }
    for (let first = 0; first < shades.length; first += 1) {
      for (let second = first + 1; second < shades.length; second += 1) {
        const cost = mergingCost(shades[first], shades[second])
        if (cost < best.cost) best = { cost, first, second }
      }
    }
    const [second] = shades.splice(best.second, 1)
    const [first] = shades.splice(best.first, 1)
    if (first && second) shades.push(merge(first, second))
  }
  return shades
}

/** Total error of all affected pixels, weighted by the eye's sensitivity to red, green and blue. */
function mergingCost(one: Shade | undefined, other: Shade | undefined): number {
  if (!one || !other) return Number.POSITIVE_INFINITY
  const [red, green, blue] = one.color
  const [otherRed, otherGreen, otherBlue] = other.color
  const distance = 3 * (red - otherRed) ** 2 + 6 * (green - otherGreen) ** 2 + (blue - otherBlue) ** 2
  return (distance * one.pixels * other.pixels) / (one.pixels + other.pixels)
}

function merge(one: Shade, other: Shade): Shade {
  const pixels = one.pixels + other.pixels
  const mean = (channel: 0 | 1 | 2) =>
    Math.round((one.color[channel] * one.pixels + other.color[channel] * other.pixels) / pixels)
  return { color: [mean(0), mean(1), mean(2)], pixels, members: [...one.members, ...other.members] }
}
