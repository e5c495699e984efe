/** Decodes an image to upright pixels in the color space of the target. */
import { holds } from '@filesmith/contract/formats'
import sharp, { type Sharp } from 'sharp'
import type { ImageRequest } from '../image-request.ts'
import type { Report } from '../process/helper-program.ts'
import { type Facts, pixelSource } from './analyze.ts'
import { whileReading } from './failures.ts'
import { inSpace, openTiff, type PixelSpace, type Pixels, toTiff } from './pixels.ts'
import { readExif } from './read-exif.ts'

/**
 * The pixels of the file for an encoder that decodes it on the way, which is a third faster than decoding it before.
 * Undefined if they need more than one run of libvips.
 */
export async function decodeOnTheWay(
  input: Buffer,
  facts: Facts,
  request: ImageRequest,
): Promise<Pixels | undefined> {
  const kept = keptProperties(facts, request)
  const isPortable = facts.profile === 'portable'
  // Metadata is only written to pixels that carry none (location data).
  if (kept.hasProfile !== isPortable || kept.exif) return undefined
  const source = await pixelSource(input, facts)
  const open = () => flattenUnless(kept.hasAlpha, facts, sharp(source, facts.open).autoOrient())
  return { ...kept, open }
}

export async function decode(
  input: Buffer,
  facts: Facts,
  request: ImageRequest,
  report: Report,
): Promise<Pixels> {
  const isPortable = facts.profile === 'portable'
  const kept = keptProperties(facts, request)
  report(25, 'decode')
  const tiff = await whileReading(async () => {
    const image = sharp(await pixelSource(input, facts), facts.open).autoOrient()
    return toTiff(inSpace(isPortable ? image.keepIccProfile() : image, kept.space))
  })
  report(40, 'colour')
  return adaptToTarget(tiff, facts, kept)
}

/** Properties of the source that the target format can hold. */
export type KeptProperties = Omit<Pixels, 'open'>

export function keptProperties(facts: Facts, request: ImageRequest): KeptProperties {
  return {
    space: targetSpace(facts, request),
    hasAlpha: facts.hasAlpha && canHaveAlpha(request),
    hasProfile: facts.profile === 'portable' && holds(request.to, 'profile'),
    density: facts.density,
    exif: request.keepMetadata && facts.exif ? readExif(facts.exif) : undefined,
  }
}

/** Adapts upright pixels of the source, with a portable profile attached, to what the target can hold. */
export async function adaptToTarget(tiff: Buffer, facts: Facts, kept: KeptProperties): Promise<Pixels> {
  const isPortable = facts.profile === 'portable'
  const isKept = kept.hasAlpha === facts.hasAlpha && kept.hasProfile === isPortable
  const adapted = isKept ? tiff : await whileReading(() => toTiff(adaptColors(tiff, facts, kept)))
  return { ...kept, open: () => openTiff(adapted) }
}

/** Flattens transparency onto white and converts profiles to sRGB where the target supports neither. */
function adaptColors(tiff: Buffer, facts: Facts, kept: KeptProperties): Sharp {
  const image = inSpace(openTiff(tiff), kept.space)
  if (kept.hasProfile) image.keepIccProfile()
  return flattenUnless(kept.hasAlpha, facts, image)
}

function flattenUnless(keepsAlpha: boolean, facts: Facts, image: Sharp): Sharp {
  return facts.hasAlpha && !keepsAlpha ? image.flatten({ background: '#ffffff' }) : image
}

function targetSpace(facts: Facts, { to, quality }: ImageRequest): PixelSpace {
  const isGray = facts.isGray && holds(to, 'gray')
  const is16Bit = facts.is16Bit && holds(to, '16-bit') && quality === 'high'
  if (is16Bit) return isGray ? 'grey16' : 'rgb16'
  return isGray ? 'b-w' : 'srgb'
}

function canHaveAlpha({ to, quality }: ImageRequest): boolean {
  return to === 'bmp' ? quality === 'high' : holds(to, 'alpha')
}
