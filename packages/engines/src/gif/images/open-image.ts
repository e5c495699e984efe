/** Opens a picture of any format, the way sharp has to open it: upright, and drawings as large as they are needed. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import type { ImageInput, ImageRequest } from '../../image-request.ts'
import { analyse } from '../../sharp/analyse.ts'
import { whileReading } from '../../sharp/failures.ts'
import { svgNaturalDensity, unpackSvg } from '../../sharp/svg.ts'
import type { Size } from '../gif-context.ts'

interface Limits {
  readonly maxPixels: number
  readonly maxAnimationPixels: number
}

export interface OpenImage {
  readonly input: Buffer
  /** Upright. */
  readonly size: Size
  readonly frames: number
  readonly hasAlpha: boolean
  open(inside?: Size): Sharp
}

/** sharp cannot read these; ImageMagick hands them on as they are. */
const foreign: ReadonlySet<ImageInput> = new Set(['bmp', 'heic', 'ico', 'psd', 'jxl'])
const mostDensity = 50_000

export async function openImage(path: string, format: ImageInput, limits: Limits): Promise<OpenImage> {
  const received = await readFile(path)
  const request: ImageRequest = {
    from: format,
    to: 'gif',
    quality: 'high',
    isIntermediate: true,
    maxBytes: 0,
    ...limits,
  }
  const isForeign = foreign.has(format)
  const input = isForeign ? await throughMagick(request, received) : own(received, format)
  const facts = await analyse(input, isForeign ? { ...request, from: 'tiff' } : request)
  const { autoOrient } = await whileReading(() => sharp(input, facts.open).metadata())
  const size = format === 'svg' ? facts : { width: autoOrient.width, height: heightOf(autoOrient, facts) }
  return {
    input,
    size: { width: size.width, height: size.height },
    frames: isForeign ? 1 : facts.frames,
    hasAlpha: facts.hasAlpha,
    open: inside => {
      const options = format === 'svg' && inside ? sharpenedDrawing(facts.open, size, inside) : facts.open
      return sharp(input, options).autoOrient().toColourspace('srgb')
    },
  }
}

/** Of several pages one below the other, one. */
function heightOf(upright: Size, facts: Size): number {
  return upright.width === facts.width ? facts.height : upright.height
}

function own(received: Buffer, format: ImageInput): Buffer {
  return format === 'svg' ? unpackSvg(received) : received
}

function sharpenedDrawing(open: SharpOptions, { width, height }: Size, inside: Size): SharpOptions {
  const scale = Math.min(inside.width / width, inside.height / height)
  const density = (open.density ?? svgNaturalDensity) * scale
  return { ...open, density: Math.min(mostDensity, Math.max(1, density)) }
}

let hasMagick = false

/** A megabyte of WebAssembly that most jobs do without. */
async function throughMagick(request: ImageRequest, received: Buffer): Promise<Buffer> {
  if (!hasMagick) {
    const { initializeImageMagick } = await import('@imagemagick/magick-wasm')
    const wasmPath = createRequire(import.meta.url).resolve('@imagemagick/magick-wasm/magick.wasm')
    await initializeImageMagick(readFileSync(wasmPath))
    hasMagick = true
  }
  const { convert } = await import('../../magick/convert.ts')
  const pixels = await convert({ ...request, to: 'tiff' }, received, () => {})
  if (pixels instanceof Uint8Array) return Buffer.from(pixels)
  throw new Error('A picture came in pieces.')
}
