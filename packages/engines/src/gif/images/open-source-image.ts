/** Opens an image of any supported format with sharp: upright, with SVG rendered at the needed resolution. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import type { ImageInput, ImageRequest } from '../../image-request.ts'
import { magickDecode } from '../../magick/abilities.ts'
import { analyze } from '../../sharp/analyze.ts'
import { whileReading } from '../../sharp/failures.ts'
import { svgNaturalDensity, unpackSvg } from '../../sharp/svg.ts'
import type { Size } from '../gif-context.ts'

interface Limits {
  readonly maxPixels: number
  readonly maxAnimationPixels: number
}

export interface SourceImage {
  readonly input: Buffer
  /** With the orientation applied. */
  readonly size: Size
  readonly frames: number
  readonly hasAlpha: boolean
  open(inside?: Size): Sharp
}

const maxDensity = 50_000

export async function openSourceImage(
  path: string,
  format: ImageInput,
  limits: Limits,
): Promise<SourceImage> {
  const received = await readFile(path)
  const request: ImageRequest = {
    from: format,
    to: 'gif',
    quality: 'high',
    isIntermediate: true,
    page: 0,
    name: '',
    maxBytes: 0,
    ...limits,
  }
  const needsMagick = magickDecode.from.includes(format)
  const input = needsMagick ? await toTiff(request, received) : unpackInput(received, format)
  const facts = await analyze(input, needsMagick ? { ...request, from: 'tiff' } : request)
  const { autoOrient } = await whileReading(() => sharp(input, facts.open).metadata())
  const size = format === 'svg' ? facts : { width: autoOrient.width, height: heightOf(autoOrient, facts) }
  return {
    input,
    size: { width: size.width, height: size.height },
    frames: needsMagick ? 1 : facts.frames,
    hasAlpha: facts.hasAlpha,
    open: inside => {
      const options = format === 'svg' && inside ? svgAtSize(facts.open, size, inside) : facts.open
      return sharp(input, options).autoOrient().toColourspace('srgb')
    },
  }
}

/** Height of a single page: sharp stacks the pages of an animation vertically. */
function heightOf(upright: Size, facts: Size): number {
  return upright.width === facts.width ? facts.height : upright.height
}

function unpackInput(received: Buffer, format: ImageInput): Buffer {
  return format === 'svg' ? unpackSvg(received) : received
}

function svgAtSize(open: SharpOptions, { width, height }: Size, inside: Size): SharpOptions {
  const scale = Math.min(inside.width / width, inside.height / height)
  const density = (open.density ?? svgNaturalDensity) * scale
  return { ...open, density: Math.min(maxDensity, Math.max(1, density)) }
}

let hasMagick = false

/** Loaded on demand: a megabyte of WebAssembly that most jobs do not need. */
async function toTiff(request: ImageRequest, received: Buffer): Promise<Buffer> {
  if (!hasMagick) {
    const { initializeImageMagick } = await import('@imagemagick/magick-wasm')
    const wasmPath = createRequire(import.meta.url).resolve('@imagemagick/magick-wasm/magick.wasm')
    await initializeImageMagick(readFileSync(wasmPath))
    hasMagick = true
  }
  const { convertWithMagick } = await import('../../magick/convert.ts')
  const pixels = await convertWithMagick({ ...request, to: 'tiff' }, received, () => {})
  if (pixels instanceof Uint8Array) return Buffer.from(pixels)
  const chunks: Uint8Array[] = []
  for await (const chunk of pixels.chunks) chunks.push(chunk)
  return Buffer.concat(chunks)
}
