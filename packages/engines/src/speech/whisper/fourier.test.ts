import { expect, test } from 'vitest'
import { createFourier } from './fourier.ts'

/** Naive DFT by definition. */
function spectrum(re: Float64Array, im: Float64Array): { re: number[]; im: number[] } {
  const size = re.length
  const sums = Array.from({ length: size }, (_, k) => {
    let [x, y] = [0, 0]
    for (let n = 0; n < size; n += 1) {
      const angle = (-2 * Math.PI * k * n) / size
      x += (re[n] ?? 0) * Math.cos(angle) - (im[n] ?? 0) * Math.sin(angle)
      y += (re[n] ?? 0) * Math.sin(angle) + (im[n] ?? 0) * Math.cos(angle)
    }
    return [x, y] as const
  })
  return { re: sums.map(([x]) => x), im: sums.map(([, y]) => y) }
}

test.each([2, 12, 30, 400, 512])('createFourier: matches the DFT of size %i', size => {
  const inRe = Float64Array.from({ length: size }, (_, i) => Math.sin(i * i + 1))
  const inIm = Float64Array.from({ length: size }, (_, i) => Math.cos(3 * i * i))
  const [re, im] = [new Float64Array(size), new Float64Array(size)]
  createFourier(size).transform(inRe, inIm, re, im)
  const expected = spectrum(inRe, inIm)
  for (let k = 0; k < size; k += 1) {
    expect(re[k]).toBeCloseTo(expected.re[k] ?? Number.NaN, 8)
    expect(im[k]).toBeCloseTo(expected.im[k] ?? Number.NaN, 8)
  }
})
