/**
 * Reads the EXIF tags that are kept on request: camera, exposure, dates, author and copyright. Only these are carried over,
 * so that location, thumbnail, serial numbers and maker notes never reach a result.
 */
import type { Exif } from 'sharp'

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
export function readExif(exif: Buffer): Exif | undefined {
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
