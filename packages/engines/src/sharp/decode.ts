/** Turns any readable picture into upright pixels in the target's colours, ready for an encoder. */
import sharp, { type Sharp } from 'sharp'
import type { ImageOutput, ImageRequest } from '../image-request.ts'
import type { Report } from '../process/helper-program.ts'
import type { Facts } from './analyse.ts'
import { whileReading } from './failures.ts'
import { inSpace, type PixelSpace, type Pixels, toTiff } from './pixels.ts'

const carriesProfile: ReadonlySet<ImageOutput> = new Set(['png', 'jpg', 'webp', 'tiff', 'avif'])
const carriesGray: ReadonlySet<ImageOutput> = new Set(['png', 'jpg', 'tiff', 'pdf'])
const carries16Bit: ReadonlySet<ImageOutput> = new Set(['png', 'tiff'])

export async function decode(
  input: Buffer,
  facts: Facts,
  request: ImageRequest,
  report: Report,
): Promise<Pixels> {
  const isPortable = facts.profile === 'portable'
  const kept = keptOf(facts, request)
  report(25, 'decode')
  const tiff = await whileReading(() => {
    const image = sharp(input, facts.open).autoOrient()
    return toTiff(inSpace(isPortable ? image.keepIccProfile() : image, kept.space))
  })
  report(40, 'colour')
  return settle(tiff, facts, kept)
}

/** What of a picture the target carries. */
export type Kept = Omit<Pixels, 'tiff'>

export function keptOf(facts: Facts, request: ImageRequest): Kept {
  return {
    space: targetSpace(facts, request),
    hasAlpha: facts.hasAlpha && canHaveAlpha(request),
    hasProfile: facts.profile === 'portable' && carriesProfile.has(request.to),
    density: facts.density,
  }
}

/** Upright pixels of the source, with its profile if that is portable, as the target wants them. */
export async function settle(tiff: Buffer, facts: Facts, kept: Kept): Promise<Pixels> {
  const isPortable = facts.profile === 'portable'
  if (kept.hasAlpha === facts.hasAlpha && kept.hasProfile === isPortable) return { tiff, ...kept }
  return { tiff: await whileReading(() => toTiff(settleColors(tiff, facts, kept))), ...kept }
}

/** Lays transparency on white and turns a profile's colours into sRGB where the target can carry neither. */
function settleColors(tiff: Buffer, facts: Facts, kept: Kept): Sharp {
  const image = inSpace(sharp(tiff, { limitInputPixels: false }), kept.space)
  if (kept.hasProfile) image.keepIccProfile()
  return facts.hasAlpha && !kept.hasAlpha ? image.flatten({ background: '#ffffff' }) : image
}

function targetSpace(facts: Facts, { to, quality }: ImageRequest): PixelSpace {
  const isGray = facts.isGray && carriesGray.has(to)
  const is16Bit = facts.is16Bit && carries16Bit.has(to) && quality === 'high'
  if (is16Bit) return isGray ? 'grey16' : 'rgb16'
  return isGray ? 'b-w' : 'srgb'
}

function canHaveAlpha({ to, quality }: ImageRequest): boolean {
  if (to === 'bmp') return quality === 'high'
  return to !== 'jpg' && to !== 'pdf'
}
