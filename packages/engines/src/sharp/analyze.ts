/** Reads the header of an image: size, alpha, depth, profile; rejects images beyond the pixel limits. */
import sharp, { type SharpOptions } from 'sharp'
import type { ImageRequest } from '../image-request.ts'
import { JobFailure } from '../process/job-failure.ts'
import { whileReading } from './failures.ts'
import { drawSvg, measureSvg, svgScale } from './svg/open-svg.ts'
import { failOn } from './tolerate-damage.ts'

/** Decides whether an ICC profile can be kept with the pixels. */
const colorSpaceOffset = 16
const tagCountOffset = 128
const tagBytes = 12

/**
 * Keeps matrix/TRC profiles only (sRGB, Display P3, Adobe RGB), which every viewer supports. Pixels with CMYK, gray
 * and LUT profiles are converted to sRGB instead.
 */
function isPortableProfile(profile: Buffer): boolean {
  if (profile.length < tagCountOffset + 4 || profile.readUInt32BE(0) !== profile.length) return false
  if (profile.toString('latin1', colorSpaceOffset, colorSpaceOffset + 4) !== 'RGB ') return false
  const tags = Array.from({ length: Math.min(profile.readUInt32BE(tagCountOffset), 100) }, (_, index) => {
    const start = tagCountOffset + 4 + index * tagBytes
    return profile.toString('latin1', start, start + 4)
  })
  return tags.includes('rXYZ') && !tags.includes('A2B0')
}

export interface Facts {
  readonly width: number
  readonly height: number
  /** As displayed, with the EXIF orientation applied. */
  readonly upright: { readonly width: number; readonly height: number }
  readonly frames: number
  readonly hasAlpha: boolean
  readonly isGray: boolean
  readonly is16Bit: boolean
  /** Detected from the content: an intermediate file may have another format than the source. */
  readonly isJpeg: boolean
  readonly profile: 'none' | 'portable' | 'foreign'
  readonly icc: Buffer | undefined
  readonly exif: Buffer | undefined
  /** Declared pixels per inch. */
  readonly density: number | undefined
  /** Options that sharp has to open the file with. */
  readonly open: SharpOptions
  readonly isSvg?: true
}

export async function analyze(input: Buffer, request: ImageRequest, page = 0): Promise<Facts> {
  if (request.from === 'svg') return analyzeSvg(input, request)
  // Limits are checked below, with specific errors.
  const open: SharpOptions = { failOn: failOn(request), limitInputPixels: false, page }
  const metadata = await whileReading(() => sharp(input, open).metadata())
  const frames = metadata.pages ?? 1
  const size = { width: metadata.width, height: metadata.pageHeight ?? metadata.height }
  checkPixels(size, request.maxPixels)
  return {
    ...size,
    upright: isSideways(metadata.orientation) ? { width: size.height, height: size.width } : size,
    frames,
    hasAlpha: metadata.hasAlpha,
    isGray: metadata.space === 'b-w' || metadata.space === 'grey16',
    is16Bit: metadata.depth === 'ushort',
    isJpeg: metadata.format === 'jpeg',
    profile: profileKind(metadata.icc, metadata.space),
    icc: metadata.icc,
    exif: metadata.exif,
    density: metadata.density,
    open,
  }
}

async function analyzeSvg(svg: Buffer, { maxPixels }: ImageRequest): Promise<Facts> {
  const stated = await measureSvg(svg)
  const scale = svgScale(stated, maxPixels)
  const size = {
    width: Math.max(1, Math.round(stated.width * scale)),
    height: Math.max(1, Math.round(stated.height * scale)),
  }
  return {
    ...size,
    upright: size,
    frames: 1,
    hasAlpha: true,
    isGray: false,
    is16Bit: false,
    isJpeg: false,
    profile: 'none',
    icc: undefined,
    exif: undefined,
    density: undefined,
    open: { failOn: 'error', limitInputPixels: false },
    isSvg: true,
  }
}

/** What libvips opens for the pixels: the file itself, or the drawing of an SVG. */
export function pixelSource(input: Buffer, facts: Facts): Promise<Buffer> {
  return facts.isSvg ? drawSvg(input, facts) : Promise.resolve(input)
}

function isSideways(orientation: number | undefined): boolean {
  return orientation !== undefined && orientation >= 5
}

export function checkPixels(size: { width: number; height: number }, maxPixels: number): void {
  if (size.width * size.height <= maxPixels) return
  throw new JobFailure('image-too-large', { megapixels: Math.floor(maxPixels / 1_000_000) })
}

export function checkFrames(
  facts: Pick<Facts, 'width' | 'height' | 'frames'>,
  maxAnimationPixels: number,
): void {
  if (facts.width * facts.height * facts.frames > maxAnimationPixels) throw new JobFailure('too-many-frames')
}

function profileKind(icc: Buffer | undefined, space: string | undefined): Facts['profile'] {
  if (icc === undefined) return 'none'
  return space !== 'cmyk' && isPortableProfile(icc) ? 'portable' : 'foreign'
}
