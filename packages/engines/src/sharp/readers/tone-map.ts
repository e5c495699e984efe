/** Turns linear light without an upper limit (OpenEXR, Radiance, PFM) into 16-bit sRGB. */
import type { DecodedPixels } from './decoded-image.ts'

export interface LinearPixels {
  readonly width: number
  readonly height: number
  /** RGB or RGBA, interleaved, rows from top to bottom; alpha not premultiplied. */
  readonly data: Float32Array
  readonly channels: 3 | 4
  readonly readShare?: number
}

/** Share of the pixels that may be brighter than white without a change of the exposure. */
const ignoredHighlights = 0.001
/** Middle gray, to which the mean brightness is mapped. */
const middleGray = 0.18
const samples = 65_536
const smallest = 1e-6

/** An image within the range of a screen keeps its values; a brighter one is compressed (Reinhard, by luminance). */
export function toneMap({ width, height, data, channels, readShare }: LinearPixels): DecodedPixels {
  const factorOf = chooseCurve(data, channels)
  const pixels = new Uint16Array(data.length)
  for (let at = 0; at < data.length; at += channels) {
    const factor = factorOf(luminanceAt(data, at))
    for (let channel = 0; channel < 3; channel++)
      pixels[at + channel] = encodeSample((data[at + channel] as number) * factor)
    if (channels === 4) pixels[at + 3] = Math.round(clampToOne(data[at + 3] as number) * 65_535)
  }
  return { width, height, data: pixels, channels, ...(readShare !== undefined && { readShare }) }
}

/** The factor of a pixel by its luminance. */
function chooseCurve(data: Float32Array, channels: number): (luminance: number) => number {
  const pixels = data.length / channels
  const step = Math.max(1, Math.floor(pixels / samples))
  const lights: number[] = []
  for (let pixel = 0; pixel < pixels; pixel += step) {
    const light = luminanceAt(data, pixel * channels)
    if (Number.isFinite(light)) lights.push(Math.max(0, light))
  }
  lights.sort((one, other) => one - other)
  const brightest = lights[Math.floor((lights.length - 1) * (1 - ignoredHighlights))] ?? 0
  if (brightest <= 1) return () => 1
  const logarithms = lights.filter(light => light > smallest).map(Math.log)
  const mean = Math.exp(logarithms.reduce((sum, value) => sum + value, 0) / logarithms.length)
  const exposure = middleGray / mean
  const white = Math.max(1, brightest * exposure)
  return luminance => {
    const light = luminance * exposure
    return light > 0 ? (exposure * (1 + light / (white * white))) / (1 + light) : exposure
  }
}

function luminanceAt(data: Float32Array, at: number): number {
  return 0.2126 * (data[at] as number) + 0.7152 * (data[at + 1] as number) + 0.0722 * (data[at + 2] as number)
}

/** Not-a-number becomes black. */
function clampToOne(value: number): number {
  return value > 0 ? Math.min(1, value) : 0
}

function encodeSample(linear: number): number {
  const value = clampToOne(linear)
  const encoded = value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
  return Math.round(encoded * 65_535)
}
