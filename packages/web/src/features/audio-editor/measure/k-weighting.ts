/** K-weighting filter of ITU-R BS.1770: a shelving pre-filter followed by a high-pass filter. */

interface Biquad {
  readonly b0: number
  readonly b1: number
  readonly b2: number
  readonly a1: number
  readonly a2: number
}

/** Coefficients of both stages for any sample rate; the recommendation lists them for 48 kHz only. */
export function kWeighting(sampleRateHz: number): readonly [preFilter: Biquad, highPass: Biquad] {
  return [preFilter(sampleRateHz), highPass(sampleRateHz)]
}

function preFilter(sampleRateHz: number): Biquad {
  const quality = 0.7071752369554196
  const high = 10 ** (3.999843853973347 / 20)
  const middle = high ** 0.4996667741545416
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRateHz)
  const a0 = 1 + k / quality + k * k
  return {
    b0: (high + (middle * k) / quality + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (middle * k) / quality + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / quality + k * k) / a0,
  }
}

function highPass(sampleRateHz: number): Biquad {
  const quality = 0.5003270373238773
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRateHz)
  const a0 = 1 + k / quality + k * k
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / quality + k * k) / a0 }
}
