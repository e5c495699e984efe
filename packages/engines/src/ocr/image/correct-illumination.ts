/** Illumination correction: divides by the estimated paper brightness, which removes shadows and vignettes. */
import type { GrayImage } from './gray-image.ts'

interface LightMap {
  readonly values: Float32Array
  readonly columns: number
  readonly rows: number
  readonly blockPixels: number
}

const blocksAcross = 48
const minBlockPixels = 16
/** Percentile of a block's pixels that represents its paper. */
const paperShare = 0.9
/** Share of the brightest paper: darker blocks are borders or images. */
const minPaperShare = 0.35
/** Smaller differences in paper brightness need no correction. */
const unevenShare = 0.12

/** Undefined if the illumination is even. */
export function correctIllumination(image: GrayImage): GrayImage | undefined {
  const light = lightOf(image)
  const sorted = Float32Array.from(light.values).sort()
  const [low, high] = [sorted[Math.floor(sorted.length * 0.05)] ?? 255, sorted.at(-1) ?? 255]
  if (high - low < unevenShare * high) return undefined
  return divide(image, light)
}

function lightOf({ pixels, width, height }: GrayImage): LightMap {
  const blockPixels = Math.max(minBlockPixels, Math.ceil(Math.max(width, height) / blocksAcross))
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
      // Every second row and column is enough to estimate the paper.
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

/** Fills blocks without paper from their nearest neighbors. */
function fillGaps(raw: Float32Array, columns: number, rows: number): Float32Array {
  const minPaper = minPaperShare * raw.reduce((max, value) => Math.max(max, value), 0)
  const filled = raw.map(value => (value < minPaper ? 0 : value))
  for (let round = 0; round < columns + rows && filled.includes(0); round += 1) {
    const before = Float32Array.from(filled)
    for (let at = 0; at < filled.length; at += 1) {
      if (before[at] !== 0) continue
      const around = neighbors(before, columns, rows, at).filter(value => value > 0)
      if (around.length > 0) filled[at] = around.reduce((sum, value) => sum + value, 0) / around.length
    }
  }
  return filled
}

function neighbors(values: Float32Array, columns: number, rows: number, at: number): number[] {
  const [column, row] = [at % columns, Math.floor(at / columns)]
  const found: number[] = []
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1)
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1)
      found.push(values[y * columns + x] as number)
  return found
}

function smooth(values: Float32Array, columns: number, rows: number): Float32Array {
  return values.map((_, at) => {
    const around = neighbors(values, columns, rows, at)
    return around.reduce((sum, value) => sum + value, 0) / around.length
  })
}

/** Interpolates the brightness linearly between block centers. */
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

function between(position: number, blockPixels: number, count: number): readonly [number, number, number] {
  const at = Math.min(count - 1, Math.max(0, (position + 0.5) / blockPixels - 0.5))
  const first = Math.floor(at)
  return [first, Math.min(count - 1, first + 1), at - first]
}

function mix(one: number, other: number, share: number): number {
  return one + (other - one) * share
}
