/** Opens an image of any supported format with sharp: upright, with SVG rendered at the needed resolution. */
import { readFile } from 'node:fs/promises'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import type { ImageInput, ImageRequest } from '../../image-request.ts'
import { analyze } from '../../sharp/analyze.ts'
import { whileReading } from '../../sharp/failures.ts'
import { decodedInputs, openSource } from '../../sharp/readers/open-source.ts'
import { svgNaturalDensity } from '../../sharp/svg.ts'
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
  const { input, request: readable } = await openSource(request, received)
  const facts = await analyze(input, readable)
  const { autoOrient } = await whileReading(() => sharp(input, facts.open).metadata())
  const size = format === 'svg' ? facts : { width: autoOrient.width, height: heightOf(autoOrient, facts) }
  return {
    input,
    size: { width: size.width, height: size.height },
    frames: (decodedInputs as readonly ImageInput[]).includes(format) ? 1 : facts.frames,
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

function svgAtSize(open: SharpOptions, { width, height }: Size, inside: Size): SharpOptions {
  const scale = Math.min(inside.width / width, inside.height / height)
  const density = (open.density ?? svgNaturalDensity) * scale
  return { ...open, density: Math.min(maxDensity, Math.max(1, density)) }
}
