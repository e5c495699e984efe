/** Blurs pixels by a Gaussian, at a cost that hardly grows with its width. */
import sharp, { type Sharp } from 'sharp'
import { whileWriting } from '../failures.ts'
import type { RgbaPixels } from './place-pixels.ts'

/** Below this nothing would be seen, and the library takes no less. */
const leastSigma = 0.3
/** Wider ones are drawn on a smaller picture: what a wide Gaussian leaves has no detail to lose there. */
const widestSigma = 4
/** The mask goes on until its weights are below this part of the middle one. */
const minAmplitude = 0.005

export function blur(pixels: RgbaPixels, sigma: number): Promise<RgbaPixels> {
  if (sigma < leastSigma) return Promise.resolve(pixels)
  return whileWriting(async () => {
    if (pixels.isOpaque) return joined(await blurPlanes(planesOf(pixels), pixels, sigma), pixels)
    const { colours, opacity } = multiplied(pixels)
    const [blurred, blurredOpacity] = await Promise.all([
      blurPlanes({ data: colours, channels: 3 }, pixels, sigma),
      blurPlanes({ data: opacity, channels: 1 }, pixels, sigma),
    ])
    return divided(blurred, blurredOpacity, pixels)
  })
}

interface Planes {
  readonly data: Buffer
  readonly channels: 1 | 3
}

async function blurPlanes(
  { data, channels }: Planes,
  { width, height }: RgbaPixels,
  sigma: number,
): Promise<Buffer> {
  const open = (bytes: Buffer, size: { width: number; height: number }) =>
    sharp(bytes, { raw: { ...size, channels }, limitInputPixels: false })
  const factor = Math.max(1, Math.floor(sigma / widestSigma) * 2)
  if (factor === 1) return bytesOf(gaussian(open(data, { width, height }), sigma), channels)
  const small = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) }
  const shrunk = await bytesOf(
    open(data, { width, height }).resize(small.width, small.height, { fit: 'fill' }),
    channels,
  )
  const scale = Math.max(small.width, small.height) / Math.max(width, height)
  const blurred = await bytesOf(gaussian(open(shrunk, small), sigma * scale), channels)
  return bytesOf(open(blurred, small).resize(width, height, { fit: 'fill', kernel: 'cubic' }), channels)
}

function gaussian(image: Sharp, sigma: number): Sharp {
  return image.blur({ sigma, minAmplitude })
}

/** One channel stays one: sharp would make a colour picture of it. */
function bytesOf(image: Sharp, channels: 1 | 3): Promise<Buffer> {
  return image
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer()
}

function planesOf({ data }: RgbaPixels): Planes {
  const colours = Buffer.allocUnsafe((data.length / 4) * 3)
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    colours[to] = data[from] as number
    colours[to + 1] = data[from + 1] as number
    colours[to + 2] = data[from + 2] as number
  }
  return { data: colours, channels: 3 }
}

function joined(colours: Buffer, pixels: RgbaPixels): RgbaPixels {
  const { data } = pixels
  for (let from = 0, to = 0; to < data.length; from += 3, to += 4) {
    data[to] = colours[from] as number
    data[to + 1] = colours[from + 1] as number
    data[to + 2] = colours[from + 2] as number
  }
  return pixels
}

/** So that what cannot be seen does not bleed into what can. */
function multiplied({ data }: RgbaPixels): { colours: Buffer; opacity: Buffer } {
  const colours = Buffer.allocUnsafe((data.length / 4) * 3)
  const opacity = Buffer.allocUnsafe(data.length / 4)
  for (let pixel = 0; pixel < opacity.length; pixel++) {
    const alpha = data[pixel * 4 + 3] as number
    opacity[pixel] = alpha
    for (let channel = 0; channel < 3; channel++)
      colours[pixel * 3 + channel] = ((data[pixel * 4 + channel] as number) * alpha) / 255 + 0.5
  }
  return { colours, opacity }
}

function divided(colours: Buffer, opacity: Buffer, pixels: RgbaPixels): RgbaPixels {
  const { data } = pixels
  for (let pixel = 0; pixel < opacity.length; pixel++) {
    const alpha = opacity[pixel] as number
    data[pixel * 4 + 3] = alpha
    for (let channel = 0; channel < 3; channel++)
      data[pixel * 4 + channel] =
        alpha === 0 ? 0 : Math.min(255, ((colours[pixel * 3 + channel] as number) * 255) / alpha + 0.5)
  }
  return pixels
}
