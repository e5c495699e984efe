/**
 * Makes a developed photo as bright as the preview of the camera: sensors are exposed for their highlights, and only the
 * camera knows how much it has brightened them. One gain on linear light, found by the mean of all samples.
 */
import sharp from 'sharp'
import type { DecodedPixels, EmbeddedFile } from './decoded-image.ts'

/** A preview is compared at this width. */
const comparedPixels = 256
/** Below it, everything is of one color, as in a file without its preview. */
const leastDeviation = 2
const steps = 4096
const largest = 65_535
const stepBits = 4
const [leastGain, mostGain] = [0.25, 16]

/** Mean of its samples, 0 to 1; undefined if it cannot be read or shows nothing. */
export async function meanBrightness(
  preview: DecodedPixels | EmbeddedFile | undefined,
): Promise<number | undefined> {
  if (preview === undefined || !('embedded' in preview)) return undefined
  try {
    const { channels } = await sharp(preview.embedded)
      .toColourspace('srgb')
      .resize({ width: comparedPixels, withoutEnlargement: true })
      .toBuffer()
      .then(small => sharp(small).stats())
    if (channels.every(({ stdev }) => stdev < leastDeviation)) return undefined
    return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length / 255
  } catch {
    return undefined
  }
}

/** `photo` has 16 bits. */
export function matchBrightness(photo: DecodedPixels, brightness: number, bits: 8 | 16): DecodedPixels {
  const counts = new Float64Array(steps)
  for (const sample of photo.data) counts[sample >> stepBits] = (counts[sample >> stepBits] ?? 0) + 1
  const meanAt = (gain: number) =>
    counts.reduce((sum, count, step) => sum + count * brightened(step / (steps - 1), gain), 0) /
    photo.data.length
  let [low, high] = [leastGain, mostGain]
  for (let round = 0; round < 20; round++) {
    const middle = Math.sqrt(low * high)
    if (meanAt(middle) < brightness) low = middle
    else high = middle
  }
  const white = bits === 16 ? largest : 255
  const table = Uint16Array.from({ length: largest + 1 }, (_, sample) =>
    Math.round(brightened(sample / largest, low) * white),
  )
  const data = bits === 16 ? new Uint16Array(photo.data.length) : new Uint8Array(photo.data.length)
  for (let at = 0; at < data.length; at++) data[at] = table[photo.data[at] ?? 0] ?? 0
  return { ...photo, data }
}

/** A value of sRGB after a gain on its light. */
function brightened(value: number, gain: number): number {
  const light = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  const more = Math.min(1, light * gain)
  return more <= 0.0031308 ? more * 12.92 : 1.055 * more ** (1 / 2.4) - 0.055
}
