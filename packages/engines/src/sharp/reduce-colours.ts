/** Leaves a picture fewer colours by merging those that are most alike; the GIF writer below sharp knows only 16 or 256. */

type Rgb = [red: number, green: number, blue: number]

interface Shade {
  readonly colour: Rgb
  readonly pixels: number
  /** The colours of the picture that it stands for. */
  readonly members: readonly number[]
}

/** Changes RGBA pixels in place. Meant for pictures of a few hundred colours, such as a quantiser's result. */
export function reduceColours(data: Uint8Array, maxColours: number): void {
  const merged = mergeShades(countShades(data), maxColours)
  const replacements = new Map<number, Rgb>()
  for (const { colour, members } of merged) for (const member of members) replacements.set(member, colour)
  for (let offset = 0; offset < data.length; offset += 4) {
    const colour = replacements.get(keyAt(data, offset))
    if (data[offset + 3] !== 0 && colour) data.set(colour, offset)
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
    colour: [key >> 16, (key >> 8) & 255, key & 255],
    pixels,
    members: [key],
  }))
}

function mergeShades(given: readonly Shade[], maxColours: number): readonly Shade[] {
  const shades = [...given]
  while (shades.length > maxColours) {
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

/** How much all their pixels would move together; the eye is keenest on green and weakest on blue. */
function mergingCost(one: Shade | undefined, other: Shade | undefined): number {
  if (!one || !other) return Number.POSITIVE_INFINITY
  const [red, green, blue] = one.colour
  const [otherRed, otherGreen, otherBlue] = other.colour
  const distance = 3 * (red - otherRed) ** 2 + 6 * (green - otherGreen) ** 2 + (blue - otherBlue) ** 2
  return (distance * one.pixels * other.pixels) / (one.pixels + other.pixels)
}

function merge(one: Shade, other: Shade): Shade {
  const pixels = one.pixels + other.pixels
  const mean = (channel: 0 | 1 | 2) =>
    Math.round((one.colour[channel] * one.pixels + other.colour[channel] * other.pixels) / pixels)
  return { colour: [mean(0), mean(1), mean(2)], pixels, members: [...one.members, ...other.members] }
}
