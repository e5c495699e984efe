/** Reference resize: Lanczos3 in linear light and double precision, with PSNR and SSIM against it. */

export interface FloatImage {
  readonly width: number
  readonly height: number
  /** Interleaved gamma-encoded RGB, 0 to 255. */
  readonly data: Float64Array | Uint8Array
}

const channels = 3
const lobes = 3

export function idealResize(image: FloatImage, width: number, height: number): FloatImage {
  const light = Float64Array.from(image.data, value => decoded(value / 255))
  const narrow = resizeRows(light, image.width, image.height, width)
  const columns = transposed(narrow, width, image.height)
  const small = transposed(resizeRows(columns, image.height, width, height), height, width)
  const data = Float64Array.from(small, value => 255 * encoded(Math.min(1, Math.max(0, value))))
  return { width, height, data }
}

function resizeRows(data: Float64Array, width: number, height: number, to: number): Float64Array {
  const result = new Float64Array(to * height * channels)
  const scale = width / to
  const reach = lobes * Math.max(1, scale)
  for (let x = 0; x < to; x++) {
    const center = (x + 0.5) * scale - 0.5
    const first = Math.ceil(center - reach)
    const weights: number[] = []
    for (let at = first; at <= center + reach; at++) weights.push(lanczos((at - center) / Math.max(1, scale)))
    const sum = weights.reduce((total, weight) => total + weight, 0)
    for (let y = 0; y < height; y++)
      for (let channel = 0; channel < channels; channel++) {
        let value = 0
        for (const [index, weight] of weights.entries()) {
          const from = Math.min(width - 1, Math.max(0, first + index))
          value += weight * (data[(y * width + from) * channels + channel] as number)
        }
        result[(y * to + x) * channels + channel] = value / sum
      }
  }
  return result
}

function lanczos(x: number): number {
  if (Math.abs(x) < 1e-9) return 1
  if (Math.abs(x) >= lobes) return 0
  const angle = Math.PI * x
  return (lobes * Math.sin(angle) * Math.sin(angle / lobes)) / angle ** 2
}

function transposed(data: Float64Array, width: number, height: number): Float64Array {
  const result = new Float64Array(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < channels; channel++)
        result[(x * height + y) * channels + channel] = data[(y * width + x) * channels + channel] as number
  return result
}

function decoded(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function encoded(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
}

/** PSNR in decibels, capped at 99 for identical images. */
export function psnr(one: FloatImage, other: FloatImage): number {
  let squares = 0
  for (let at = 0; at < one.data.length; at++)
    squares += ((one.data[at] as number) - (other.data[at] as number)) ** 2
  const mean = squares / one.data.length
  return mean === 0 ? 99 : Math.min(99, 10 * Math.log10(255 ** 2 / mean))
}

/** Mean structural similarity of the luminance over blocks of eight pixels. */
export function ssim(one: FloatImage, other: FloatImage): number {
  const [a, b] = [luminance(one), luminance(other)]
  const block = 8
  let [sum, count] = [0, 0]
  for (let top = 0; top + block <= one.height; top += 4)
    for (let left = 0; left + block <= one.width; left += 4) {
      let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0]
      for (let y = top; y < top + block; y++)
        for (let x = left; x < left + block; x++) {
          const [va, vb] = [a[y * one.width + x] as number, b[y * one.width + x] as number]
          sumA += va
          sumB += vb
          sumAA += va * va
          sumBB += vb * vb
          sumAB += va * vb
        }
      const n = block * block
      const [meanA, meanB] = [sumA / n, sumB / n]
      const [varA, varB] = [sumAA / n - meanA ** 2, sumBB / n - meanB ** 2]
      const shared = sumAB / n - meanA * meanB
      const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]
      sum +=
        ((2 * meanA * meanB + c1) * (2 * shared + c2)) / ((meanA ** 2 + meanB ** 2 + c1) * (varA + varB + c2))
      count += 1
    }
  return count === 0 ? 1 : sum / count
}

function luminance({ data, width, height }: FloatImage): Float64Array {
  return Float64Array.from(
    { length: width * height },
    (_, at) =>
      0.2126 * (data[at * 3] as number) +
      0.7152 * (data[at * 3 + 1] as number) +
      0.0722 * (data[at * 3 + 2] as number),
  )
}
