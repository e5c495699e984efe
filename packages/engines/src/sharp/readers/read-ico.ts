/** Reads icons and cursors (ICO, CUR): the largest image, of several the one with the most colors. */
import { JobFailure } from '../../process/job-failure.ts'
import type { DecodedPixels, EmbeddedFile } from './decoded-image.ts'
import { iconBitmapSize, readIconBitmap } from './read-bmp.ts'

const directoryBytes = 6
const entryBytes = 16
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** More than PNG images have, so that one wins over a bitmap of equal size. */
const pngBits = 64

interface Entry {
  readonly bytes: Buffer
  readonly isPng: boolean
  readonly width: number
  readonly height: number
  readonly bits: number
}

export function readIco(file: Buffer, maxPixels: number): DecodedPixels | EmbeddedFile {
  const count = file.length >= directoryBytes ? file.readUInt16LE(4) : 0
  const entries = Array.from({ length: count }, (_, index) => readEntry(file, index)).filter(
    entry => entry !== undefined,
  )
  entries.sort((one, other) => areaOf(other) - areaOf(one) || other.bits - one.bits)
  // A damaged image does not spoil the others.
  let failure: unknown = new JobFailure('file-damaged')
  for (const entry of entries) {
    try {
      return entry.isPng ? { embedded: entry.bytes } : readIconBitmap(entry.bytes, entry.height, maxPixels)
    } catch (error) {
      if (error instanceof JobFailure && error.code === 'image-too-large') throw error
      failure = error
    }
  }
  throw failure
}

const areaOf = ({ width, height }: Entry) => width * height

function readEntry(file: Buffer, index: number): Entry | undefined {
  const at = directoryBytes + index * entryBytes
  if (file.length < at + entryBytes) return undefined
  const start = file.readUInt32LE(at + 12)
  // The stated length is often wrong; both image formats end by themselves.
  const bytes = file.subarray(start)
  // 0 means 256.
  const stated = { width: file[at] || 256, height: file[at + 1] || 256 }
  if (bytes.subarray(0, 8).equals(pngSignature)) {
    if (bytes.length < 24) return undefined
    return {
      bytes,
      isPng: true,
      width: bytes.readUInt32BE(16),
      height: bytes.readUInt32BE(20),
      bits: pngBits,
    }
  }
  const size = iconBitmapSize(bytes)
  return size && { ...size, bytes, isPng: false, height: heightOf(size.height, stated.height) }
}

/** Of the image without its mask. */
function heightOf(stored: number, stated: number): number {
  return stored === stated ? stored : Math.floor(stored / 2)
}
