/** One-dimensional resampling kernels: which source pixels contribute to a target pixel, and with which weights. */

export interface RowKernel {
  /** First source pixel for each target pixel; may be outside, where the edge pixel is repeated. */
  readonly starts: Int32Array
  /** Number of weights per target pixel. */
  readonly taps: number
  readonly shares: Float32Array
}

type Curve = (distance: number) => number

/** Lanczos for downscaling (sharp), Catmull-Rom for upscaling (smooth). */
export function resizeKernel(from: number, to: number): RowKernel {
  const scale = to / from
  return scale < 1 ? makeKernel(from, to, lanczos3, 3, 1 / scale) : makeKernel(from, to, catmullRom, 2, 1)
}

/** Box filter: averages of `factor` pixels. */
export function shrinkKernel(from: number, factor: number): RowKernel {
  const to = Math.ceil(from / factor)
  const shares = new Float32Array(to * factor).fill(1 / factor)
  return { starts: Int32Array.from({ length: to }, (_, index) => index * factor), taps: factor, shares }
}

/** Linear interpolation, the inverse of the box filter. */
export function growKernel(to: number, factor: number): RowKernel {
  const starts = new Int32Array(to)
  const shares = new Float32Array(to * 2)
  for (let index = 0; index < to; index += 1) {
    const center = (index + 0.5) / factor - 0.5
    const start = Math.floor(center)
    starts[index] = start
    shares[index * 2] = 1 - (center - start)
    shares[index * 2 + 1] = center - start
  }
  return { starts, taps: 2, shares }
}

export function gaussianKernel(length: number, sigma: number): RowKernel {
  return makeKernel(length, length, distance => Math.exp(-(distance ** 2) / (2 * sigma ** 2)), 3 * sigma, 1)
}

function makeKernel(from: number, to: number, curve: Curve, reach: number, filterScale: number): RowKernel {
  const radius = reach * filterScale
  const taps = Math.ceil(radius) * 2 + 1
  const starts = new Int32Array(to)
  const shares = new Float32Array(to * taps)
  for (let index = 0; index < to; index += 1) {
    const center = ((index + 0.5) * from) / to - 0.5
    const start = Math.round(center) - Math.ceil(radius)
    let sum = 0
    for (let tap = 0; tap < taps; tap += 1) {
      const share = curve((start + tap - center) / filterScale)
      shares[index * taps + tap] = share
      sum += share
    }
    for (let tap = 0; tap < taps; tap += 1)
      shares[index * taps + tap] = (shares[index * taps + tap] as number) / sum
    starts[index] = start
  }
  return { starts, taps, shares }
}

function lanczos3(distance: number): number {
  if (distance === 0) return 1
  if (Math.abs(distance) >= 3) return 0
  const x = Math.PI * distance
  return (3 * Math.sin(x) * Math.sin(x / 3)) / x ** 2
}

function catmullRom(distance: number): number {
  const x = Math.abs(distance)
  if (x < 1) return 1.5 * x ** 3 - 2.5 * x ** 2 + 1
  return x < 2 ? -0.5 * x ** 3 + 2.5 * x ** 2 - 4 * x + 2 : 0
}
