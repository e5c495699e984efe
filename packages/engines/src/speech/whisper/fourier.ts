/** Mixed-radix FFT for sizes with the factors 2, 3 and 5. */

export interface Fourier {
  readonly size: number
  /** Complex transform; writes to `re` and `im`, which must not be the inputs. */
  transform(inRe: Float64Array, inIm: Float64Array, re: Float64Array, im: Float64Array): void
}

/** Mixed radix: a frame of 400 samples (4·4·5·5) needs no zero padding. */
export function createFourier(size: number): Fourier {
  const factors = factorsOf(size)
  const order = inputOrder(factors)
  const cos = Float64Array.from({ length: size }, (_, k) => Math.cos((2 * Math.PI * k) / size))
  const sin = Float64Array.from({ length: size }, (_, k) => -Math.sin((2 * Math.PI * k) / size))
  const widest = Math.max(...factors)
  const partRe = new Float64Array(widest)
  const partIm = new Float64Array(widest)

  /** Butterfly: combines `radix` consecutive spectra of length `part` into one. */
  function combine(re: Float64Array, im: Float64Array, at: number, radix: number, part: number): void {
    const twiddleStep = size / (radix * part)
    const partStep = part * twiddleStep
    for (let k = 0; k < part; k += 1) {
      for (let r = 0; r < radix; r += 1) {
        const index = at + r * part + k
        const angle = r * k * twiddleStep
        const x = re[index] as number
        const y = im[index] as number
        const c = cos[angle] as number
        const s = sin[angle] as number
        partRe[r] = x * c - y * s
        partIm[r] = x * s + y * c
      }
      for (let q = 0; q < radix; q += 1) {
        let sumRe = partRe[0] as number
        let sumIm = partIm[0] as number
        for (let r = 1; r < radix; r += 1) {
          const angle = ((r * q) % radix) * partStep
          const x = partRe[r] as number
          const y = partIm[r] as number
          const c = cos[angle] as number
          const s = sin[angle] as number
          sumRe += x * c - y * s
          sumIm += x * s + y * c
        }
        re[at + q * part + k] = sumRe
        im[at + q * part + k] = sumIm
      }
    }
  }

  return {
    size,
    transform(inRe, inIm, re, im) {
      for (let i = 0; i < size; i += 1) {
        re[i] = inRe[order[i] as number] as number
        im[i] = inIm[order[i] as number] as number
      }
      let part = 1
      for (let stage = factors.length - 1; stage >= 0; stage -= 1) {
        const radix = factors[stage] as number
        for (let at = 0; at < size; at += radix * part) combine(re, im, at, radix, part)
        part *= radix
      }
    },
  }
}

function factorsOf(size: number): number[] {
  const factor = [4, 2, 3, 5].find(small => size % small === 0)
  if (factor !== undefined) return [factor, ...factorsOf(size / factor)]
  return size === 1 ? [] : [size]
}

/** Input permutation (digit reversal). */
function inputOrder(factors: readonly number[]): Uint32Array {
  let order = [0]
  for (const radix of factors.toReversed()) {
    const inner = order
    order = Array.from({ length: radix }, (_, r) => inner.map(index => index * radix + r)).flat()
  }
  return Uint32Array.from(order)
}
