/** Reads OpenEXR files: the size by its header, the pixels with parse-exr. */
import { JobFailure } from '../../process/job-failure.ts'
import { checkDecodedSize } from './decoded-image.ts'
import type { LinearPixels } from './tone-map.ts'

const floatType = 1015
const headerBytes = 8
const longestName = 255

export async function readExr(file: Buffer, maxPixels: number): Promise<LinearPixels> {
  checkHeader(file, maxPixels)
  const { default: parseExr } = await import('parse-exr')
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.length) as ArrayBuffer
  try {
    const { width, height, data, format } = parseExr(bytes, floatType)
    const isGray = format === redFormat
    return upsideDown({ width, height, data: new Float32Array(data), isGray })
  } catch (error) {
    throw new JobFailure(codeOf(error), {}, { cause: error })
  }
}

const redFormat = 1028

function codeOf(error: unknown) {
  const message = error instanceof Error ? error.message : String(error)
  return /unsupported/i.test(message) ? 'unsupported-variant' : 'file-damaged'
}

/** Before the parser allocates pixels: the data window may state any size (decompression bomb). */
function checkHeader(file: Buffer, maxPixels: number): void {
  let at = headerBytes
  while (at < file.length && file[at] !== 0) {
    const name = textAt(file, at)
    const type = textAt(file, at + name.length + 1)
    const sizeAt = at + name.length + type.length + 2
    if (sizeAt + 20 > file.length) break
    const valueAt = sizeAt + 4
    if (name === 'dataWindow') {
      const side = (first: number) =>
        file.readInt32LE(valueAt + first + 8) - file.readInt32LE(valueAt + first) + 1
      checkDecodedSize(side(0), side(4), maxPixels)
      return
    }
    at = valueAt + file.readUInt32LE(sizeAt)
  }
  throw new JobFailure('file-damaged')
}

function textAt(file: Buffer, start: number): string {
  const end = file.indexOf(0, start)
  if (end < 0 || end - start > longestName) throw new JobFailure('file-damaged')
  return file.toString('latin1', start, end)
}

interface ParsedPixels {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
  readonly isGray: boolean
}

/** The parser returns rows from bottom to top, as textures have them. OpenEXR stores premultiplied alpha. */
function upsideDown({ width, height, data, isGray }: ParsedPixels): LinearPixels {
  const stored = isGray ? 1 : 4
  const isOpaque = isGray || allOpaque(data)
  const channels = isOpaque ? 3 : 4
  const pixels = new Float32Array(width * height * channels)
  for (let pixel = 0, to = 0; pixel < width * height; pixel++, to += channels) {
    const y = Math.floor(pixel / width)
    const at = ((height - 1 - y) * width + (pixel % width)) * stored
    const alpha = isOpaque ? 1 : (data[at + 3] as number)
    const opacity = alpha > 0 ? alpha : 1
    for (let channel = 0; channel < 3; channel++)
      pixels[to + channel] = (data[isGray ? at : at + channel] as number) / opacity
    if (!isOpaque) pixels[to + 3] = alpha
  }
  return { width, height, data: pixels, channels }
}

function allOpaque(data: Float32Array): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 1) return false
  return true
}
