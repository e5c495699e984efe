/** Decodes an image to upright pixels in the color space of the target. */
import { holds } from '@filesmith/contract/formats'
import sharp, { type Exif, type Sharp } from 'sharp'
import type { ImageRequest } from '../image-request.ts'
import type { Report } from '../process/helper-program.ts'
import { type Facts, pixelSource } from './analyze.ts'
import { whileReading } from './failures.ts'
import { inSpace, openTiff, type PixelSpace, type Pixels, toTiff } from './pixels.ts'

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

/**
 * Reads the EXIF tags that are kept on request: camera, exposure, dates, author and copyright. Only these are carried over,
 * so that location, thumbnail, serial numbers and maker notes never reach a result.
 */
type Tags = Readonly<Record<number, string>>

/** Tags of the main directory (IFD0). */
const mainTags: Tags = {
  270: 'ImageDescription',
  271: 'Make',
  272: 'Model',
  305: 'Software',
  306: 'DateTime',
  315: 'Artist',
  33432: 'Copyright',
}

/** Tags of the EXIF directory, which sharp calls IFD2. */
const exposureTags: Tags = {
  33434: 'ExposureTime',
  33437: 'FNumber',
  34855: 'ISOSpeedRatings',
  36867: 'DateTimeOriginal',
  36868: 'DateTimeDigitized',
  37380: 'ExposureBiasValue',
  37383: 'MeteringMode',
  37385: 'Flash',
  37386: 'FocalLength',
  41989: 'FocalLengthIn35mmFilm',
  42035: 'LensMake',
  42036: 'LensModel',
}

const exifDirectoryTag = 0x8769
const header = 'Exif\0\0'
const maxEntries = 500
/** Enough for a caption; longer ones are cut. */
const maxTextBytes = 2000

/** Undefined if nothing can be read: metadata is no reason to fail. */
function readExif(exif: Buffer): Exif | undefined {
  const tiff = exif.toString('latin1', 0, header.length) === header ? exif.subarray(header.length) : exif
  const byteOrder = tiff.toString('latin1', 0, 2)
  if (byteOrder !== 'II' && byteOrder !== 'MM') return undefined
  const reader = { tiff, isLittle: byteOrder === 'II' }
  try {
    const main = readDirectory(reader, uint32(reader, 4))
    const exposureOffset = main.find(({ tag }) => tag === exifDirectoryTag)
    const exposure = exposureOffset ? readDirectory(reader, uint32(reader, exposureOffset.at + 8)) : []
    return { IFD0: named(reader, main, mainTags), IFD2: named(reader, exposure, exposureTags) }
  } catch (error) {
    // Offsets that point outside of the data.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

interface Reader {
  readonly tiff: Buffer
  readonly isLittle: boolean
}

interface Entry {
  readonly tag: number
  /** Offset of its 12 bytes: tag, type, count, value or its offset. */
  readonly at: number
}

function readDirectory(reader: Reader, offset: number): readonly Entry[] {
  const count = Math.min(uint16(reader, offset), maxEntries)
  return Array.from({ length: count }, (_, index) => {
    const at = offset + 2 + 12 * index
    return { tag: uint16(reader, at), at }
  })
}

function named(reader: Reader, entries: readonly Entry[], tags: Tags): Record<string, string> {
  return Object.fromEntries(
    entries.flatMap(entry => {
      const name = tags[entry.tag]
      const value = name === undefined ? undefined : readValue(reader, entry)
      return name === undefined || value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Text, short, long and (signed) rational: the types of all tags above. */
function readValue(reader: Reader, { at }: Entry): string | undefined {
  const count = uint32(reader, at + 4)
  if (count === 0) return undefined
  switch (uint16(reader, at + 2)) {
    case 2: {
      const start = count <= 4 ? at + 8 : uint32(reader, at + 8)
      const text = reader.tiff.toString('utf8', start, start + Math.min(count, maxTextBytes))
      return text.replace(/\0.*$/s, '').trim() || undefined
    }
    case 3:
      return `${uint16(reader, at + 8)}`
    case 4:
      return `${uint32(reader, at + 8)}`
    case 5: {
      const start = uint32(reader, at + 8)
      return `${uint32(reader, start)}/${uint32(reader, start + 4)}`
    }
    case 10: {
      const start = uint32(reader, at + 8)
      return `${uint32(reader, start) | 0}/${uint32(reader, start + 4) | 0}`
    }
    default:
      return undefined
  }
}

function uint16({ tiff, isLittle }: Reader, offset: number): number {
  return isLittle ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset)
}

function uint32({ tiff, isLittle }: Reader, offset: number): number {
  return isLittle ? tiff.readUInt32LE(offset) : tiff.readUInt32BE(offset)
}
