/** Smooths an image for Tesseract: dotted print and ragged edges become closed strokes. */
import type { GrayImage } from '../image/gray-image.ts'

/** Standard deviation of about a thirteenth of the x-height. */
const dpiPerSigma = 160
const sigmaBounds = { min: 0.8, max: 2 }

/** Gaussian blur. */
export function smoothImage({ pixels, width, height }: GrayImage, dpi: number): GrayImage {
  const sigma = Math.min(sigmaBounds.max, Math.max(sigmaBounds.min, dpi / dpiPerSigma))
  const weights = gaussian(sigma)
  const across = convolve(pixels, { count: height, length: width, step: 1, stride: width }, weights)
  const down = convolve(across, { count: width, length: height, step: width, stride: 1 }, weights)
  return { pixels: down, width, height }
}

function gaussian(sigma: number): Float32Array {
  const reach = Math.ceil(2.5 * sigma)
  const weights = Float32Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * sigma * sigma)),
  )
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map(weight => weight / sum)
}

interface Lines {
  readonly count: number
  readonly length: number
  /** From one pixel of a line to the next. */
  readonly step: number
  /** From one line to the next. */
  readonly stride: number
}

function convolve(
  pixels: Uint8Array,
  { count, length, step, stride }: Lines,
  weights: Float32Array,
): Uint8Array<ArrayBuffer> {
  const reach = weights.length >> 1
  const result = new Uint8Array(pixels.length)
  for (let line = 0; line < count; line += 1)
    for (let at = 0; at < length; at += 1) {
      let sum = 0
      for (let offset = -reach; offset <= reach; offset += 1) {
        const from = Math.min(length - 1, Math.max(0, at + offset))
        sum += (weights[offset + reach] as number) * (pixels[line * stride + from * step] as number)
      }
      result[line * stride + at * step] = sum + 0.5
    }
  return result
}
