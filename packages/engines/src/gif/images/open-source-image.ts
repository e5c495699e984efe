/** Opens an image of any supported format with sharp: upright, with SVG rendered at the needed resolution. */
import sharp, { type Sharp } from 'sharp'
import type { ImageInput, ImageRequest } from '../../image-request.ts'
import { analyze, type Facts } from '../../sharp/analyze.ts'
import { whileReading } from '../../sharp/failures.ts'
import { openImageSource } from '../../sharp/readers/open-source.ts'
import { drawSvg } from '../../sharp/svg/open-svg.ts'
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
  readonly failOn: Facts['open']['failOn']
  open(inside?: Size): Promise<Sharp>
}

export async function openSourceImage(
  received: Buffer,
  format: ImageInput,
  limits: Limits,
  tolerance: NonNullable<ImageRequest['tolerance']>,
): Promise<SourceImage> {
  const request: ImageRequest = {
    from: format,
    to: 'gif',
    quality: 'high',
    isIntermediate: true,
    // The main image, also of a file with several.
    page: format === 'heic' ? 1 : 0,
    name: '',
    maxBytes: 0,
    tolerance,
    ...limits,
  }
  const { input, request: readable } = await openImageSource(request, received)
  const facts = await analyze(input, readable)
  const size = format === 'svg' ? facts : await uprightSize(input, facts)
  return {
    input,
    size: { width: size.width, height: size.height },
    frames: facts.frames,
    hasAlpha: facts.hasAlpha,
    failOn: facts.open.failOn,
    async open(inside = size) {
      const pixels = format === 'svg' ? await drawSvg(input, sizeInside(size, inside)) : input
      return sharp(pixels, facts.open).autoOrient().toColourspace('srgb')
    },
  }
}

async function uprightSize(input: Buffer, facts: Facts): Promise<Size> {
  const { autoOrient } = await whileReading(() => sharp(input, facts.open).metadata())
  return { width: autoOrient.width, height: heightOf(autoOrient, facts) }
}

/** Height of a single page: sharp stacks the pages of an animation vertically. */
function heightOf(upright: Size, facts: Size): number {
  return upright.width === facts.width ? facts.height : upright.height
}

function sizeInside({ width, height }: Size, inside: Size): Size {
  const scale = Math.min(inside.width / width, inside.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
