/** Makes paper that is lit unevenly white everywhere: shadows and vignettes of a photo go, ink stays as dark as it was. */
import type { GrayImage } from './gray-image.ts'

interface LightMap {
  readonly values: Float32Array
  readonly columns: number
  readonly rows: number
  readonly blockPixels: number
}

const blocksAcross = 48
const leastBlockPixels = 16
/** In its lightest tenth a block shows its paper. */
const paperShare = 0.9
/** Of the brightest paper: what is darker is no paper but a border or a picture. */
const leastPaper = 0.35
/** Paper that differs by less is lit well enough. */
const unevenShare = 0.12

/** Undefined when the light is even. */
export function flattenLight(image: GrayImage): GrayImage | undefined {
  const light = lightOf(image)
  const sorted = Float32Array.from(light.values).sort()
  const [low, high] = [sorted[Math.floor(sorted.length * 0.05)] ?? 255, sorted.at(-1) ?? 255]
  if (high - low < unevenShare * high) return undefined
  return divide(image, light)
}

function lightOf({ pixels, width, height }: GrayImage): LightMap {
  const blockPixels = Math.max(leastBlockPixels, Math.ceil(Math.max(width, height) / blocksAcross))
  const [columns, rows] = [Math.ceil(width / blockPixels), Math.ceil(height / blockPixels)]
  const raw = new Float32Array(columns * rows)
  const counts = new Uint32Array(256)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      counts.fill(0)
      let total = 0
      const [bottom, right] = [
        Math.min(height, (row + 1) * blockPixels),
        Math.min(width, (column + 1) * blockPixels),
      ]
      // A quarter of the pixels shows the paper as well as all.
      for (let y = row * blockPixels; y < bottom; y += 2)
        for (let x = column * blockPixels; x < right; x += 2) {
          const value = pixels[y * width + x] as number
          counts[value] = (counts[value] as number) + 1
          total += 1
        }
      let [value, seen] = [0, 0]
      for (; value < 255; value += 1) {
        seen += counts[value] as number
        if (seen >= paperShare * total) break
      }
      raw[row * columns + column] = value
    }
  return { values: smooth(fillGaps(raw, columns, rows), columns, rows), columns, rows, blockPixels }
}

/** A block without paper takes the light of the nearest that have some. */
function fillGaps(raw: Float32Array, columns: number, rows: number): Float32Array {
  const least = leastPaper * raw.reduce((most, value) => Math.max(most, value), 0)
  const filled = raw.map(value => (value < least ? 0 : value))
  for (let round = 0; round < columns + rows && filled.includes(0); round += 1) {
    const before = Float32Array.from(filled)
    for (let at = 0; at < filled.length; at += 1) {
      if (before[at] !== 0) continue
      const around = neighbours(before, columns, rows, at).filter(value => value > 0)
      if (around.length > 0) filled[at] = around.reduce((sum, value) => sum + value, 0) / around.length
    }
  }
  return filled
}

function neighbours(values: Float32Array, columns: number, rows: number, at: number): number[] {
  const [column, row] = [at % columns, Math.floor(at / columns)]
  const found: number[] = []
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1)
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1)
      found.push(values[y * columns + x] as number)
  return found
}

function smooth(values: Float32Array, columns: number, rows: number): Float32Array {
  return values.map((_, at) => {
    const around = neighbours(values, columns, rows, at)
    return around.reduce((sum, value) => sum + value, 0) / around.length
  })
}

/** Between the middles of blocks the light changes evenly. */
function divide({ pixels, width, height }: GrayImage, light: LightMap): GrayImage {
  const { values, columns, rows, blockPixels } = light
  const result = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y += 1) {
    const [top, bottom, downShare] = between(y, blockPixels, rows)
    for (let x = 0; x < width; x += 1) {
      const [left, right, acrossShare] = between(x, blockPixels, columns)
      const upper = mix(
        values[top * columns + left] as number,
        values[top * columns + right] as number,
        acrossShare,
      )
      const lower = mix(
        values[bottom * columns + left] as number,
        values[bottom * columns + right] as number,
        acrossShare,
      )
      const at = y * width + x
      result[at] = Math.min(255, ((pixels[at] as number) * 255) / Math.max(1, mix(upper, lower, downShare)))
    }
  }
  return { pixels: result, width, height }
}

function between(place: number, blockPixels: number, count: number): readonly [number, number, number] {
  const at = Math.min(count - 1, Math.max(0, (place + 0.5) / blockPixels - 0.5))
  const first = Math.floor(at)
  return [first, Math.min(count - 1, first + 1), at - first]
}

function mix(one: number, other: number, share: number): number {
  return one + (other - one) * share
}
