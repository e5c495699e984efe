/** Chooses the colours of a GIF from a few of its pictures, by halving boxes of colours (median cut). */

export type Rgba = Uint8Array | Uint8ClampedArray

/** Colours are counted in steps of eight: 32 768 of them are quick to go through. */
const bits = 5
const shift = 8 - bits
const cells = 1 << (3 * bits)

export interface Palette {
  /** The nearest colour's index for every cell. */
  readonly indexOfCell: Uint8Array
}

interface Box {
  readonly cells: number[]
  readonly weight: number
  readonly channel: number
  readonly extent: number
}

export function cellOf(pixels: Rgba, offset: number): number {
  const red = (pixels[offset] ?? 0) >> shift
  const green = (pixels[offset + 1] ?? 0) >> shift
  const blue = (pixels[offset + 2] ?? 0) >> shift
  return (red << (2 * bits)) | (green << bits) | blue
}

export function choosePalette(pictures: readonly Rgba[], maxColours: number): Palette {
  const counts = new Uint32Array(cells)
  for (const pixels of pictures) {
    for (let offset = 0; offset < pixels.length; offset += 4) {
      const cell = cellOf(pixels, offset)
      counts[cell] = (counts[cell] ?? 0) + 1
    }
  }
  const used = [...counts.keys()].filter(cell => (counts[cell] ?? 0) > 0)
  const boxes = [boxOf(used, counts)]
  while (boxes.length < maxColours) {
    const at = heaviest(boxes)
    const box = boxes[at]
    if (box === undefined || box.extent === 0) break
    boxes.splice(at, 1, ...halve(box, counts))
  }
  const indexOfCell = new Uint8Array(cells)
  for (const [index, box] of boxes.entries()) for (const cell of box.cells) indexOfCell[cell] = index
  return { indexOfCell }
}

function part(cell: number, channel: number): number {
  return (cell >> (channel * bits)) & ((1 << bits) - 1)
}

function boxOf(members: number[], counts: Uint32Array): Box {
  let [channel, extent, weight] = [0, 0, 0]
  for (const cell of members) weight += counts[cell] ?? 0
  for (let candidate = 0; candidate < 3; candidate += 1) {
    let [least, most] = [1 << bits, 0]
    for (const cell of members) {
      least = Math.min(least, part(cell, candidate))
      most = Math.max(most, part(cell, candidate))
    }
    if (most - least > extent) [channel, extent] = [candidate, most - least]
  }
  return { cells: members, weight, channel, extent }
}

/** Many pixels and many shades both call for more colours. */
function heaviest(boxes: readonly Box[]): number {
  let [at, most] = [0, -1]
  for (const [index, { weight, extent }] of boxes.entries()) {
    if (weight * extent > most) [at, most] = [index, weight * extent]
  }
  return at
}

function halve({ cells: members, weight, channel }: Box, counts: Uint32Array): [Box, Box] {
  const sorted = members.toSorted((a, b) => part(a, channel) - part(b, channel))
  let [taken, cut] = [0, 0]
  while (cut < sorted.length - 1 && (cut === 0 || taken < weight / 2)) {
    taken += counts[sorted[cut] ?? 0] ?? 0
    cut += 1
  }
  return [boxOf(sorted.slice(0, cut), counts), boxOf(sorted.slice(cut), counts)]
}
