/** Reads Netpbm files: PBM, PGM and PPM as text and binary, PAM and PFM. https://netpbm.sourceforge.net/doc/ */
import { JobFailure } from '../../process/job-failure.ts'
import { checkDecodedSize, type DecodedPixels } from './decoded-image.ts'
import { type LinearPixels, toneMap } from './tone-map.ts'

interface Header {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 2 | 3 | 4
  /** The value of white; 1 in a bitmap, whose ones are black. */
  readonly maximum: number
  readonly start: number
}

const maxHeaderBytes = 65_536

export function readPnm(file: Buffer, maxPixels: number): DecodedPixels {
  const kind = file.toString('latin1', 0, 2)
  if (kind === 'PF' || kind === 'Pf') return toneMap(readFloats(file, kind === 'PF' ? 3 : 1, maxPixels))
  const header = kind === 'P7' ? readPamHeader(file) : readHeader(file, Number(kind[1]))
  const { width, height, channels, maximum } = header
  checkDecodedSize(width, height, maxPixels)
  if (!(maximum > 0 && maximum < 65_536)) throw new JobFailure('file-damaged')
  const isWhole = kind !== 'P4' && Number(kind[1]) > 3 && maximum === 255
  if (isWhole) return wholeBytes(file, header)
  const isText = kind === 'P1' || kind === 'P2' || kind === 'P3'
  const values = isText
    ? textSamples(file, header, kind === 'P1')
    : binarySamples(file, header, kind === 'P4')
  const isBitmap = kind === 'P1' || kind === 'P4'
  return { width, height, channels, ...scale(values, width * height * channels, maximum, isBitmap) }
}

/** The samples as they are: nothing has to be scaled. */
function wholeBytes(file: Buffer, { width, height, channels, start }: Header): DecodedPixels {
  const data = new Uint8Array(width * height * channels)
  const given = file.subarray(start, start + data.length)
  data.set(given)
  return { width, height, channels, data, readShare: given.length / data.length }
}

/** Words of the header, between which there may be comments. */
function readWords(file: Buffer, count: number): { readonly words: string[]; readonly start: number } {
  const words: string[] = []
  let at = 2
  let word = ''
  for (; at < Math.min(file.length, maxHeaderBytes); at++) {
    const character = String.fromCharCode(file[at] as number)
    if (character === '#' && word === '') {
      while (at < file.length && file[at] !== 10) at++
      continue
    }
    if (!/\s/.test(character)) {
      word += character
      continue
    }
    if (word !== '') words.push(word)
    word = ''
    if (words.length === count) return { words, start: at + 1 }
  }
  throw new JobFailure('file-damaged')
}

function readHeader(file: Buffer, kind: number): Header {
  const isBitmap = kind === 1 || kind === 4
  const { words, start } = readWords(file, isBitmap ? 2 : 3)
  const [width = 0, height = 0, maximum = 1] = words.map(Number)
  return { width, height, maximum, channels: kind === 3 || kind === 6 ? 3 : 1, start }
}

function readPamHeader(file: Buffer): Header {
  const text = file.toString('latin1', 0, Math.min(file.length, maxHeaderBytes))
  const end = /\nENDHDR[^\n]*\n/.exec(text)
  if (end === null) throw new JobFailure('file-damaged')
  const field = (name: string) => Number(new RegExp(`\\n${name}\\s+(\\d+)`).exec(text)?.[1] ?? 0)
  const channels = field('DEPTH')
  if (channels !== 1 && channels !== 2 && channels !== 3 && channels !== 4)
    throw new JobFailure('unsupported-variant')
  return {
    width: field('WIDTH'),
    height: field('HEIGHT'),
    maximum: field('MAXVAL'),
    channels,
    start: end.index + end[0].length,
  }
}

type Samples = Iterable<number>

function* binarySamples(
  file: Buffer,
  { width, height, channels, maximum, start }: Header,
  isBitmap: boolean,
): Samples {
  if (isBitmap) {
    const rowBytes = Math.ceil(width / 8)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const byte = file[start + y * rowBytes + (x >> 3)]
        if (byte === undefined) return
        yield (byte >> (7 - (x & 7))) & 1
      }
    return
  }
  const bytes = maximum > 255 ? 2 : 1
  const end = Math.min(file.length - bytes + 1, start + width * height * channels * bytes)
  for (let at = start; at < end; at += bytes) yield bytes === 2 ? file.readUInt16BE(at) : (file[at] as number)
}

/** Numbers between white space; the digits of a bitmap need none. */
function* textSamples(file: Buffer, { start }: Header, isBitmap: boolean): Samples {
  let value = -1
  for (let at = start; at < file.length; at++) {
    const byte = file[at] as number
    const digit = byte - 48
    if (digit >= 0 && digit <= 9) {
      if (isBitmap) yield digit
      else value = Math.min(65_535, Math.max(0, value) * 10 + digit)
      continue
    }
    if (value >= 0) yield value
    value = -1
    if (byte === 35) while (at < file.length && file[at] !== 10) at++
  }
  if (value >= 0) yield value
}

/** To 8 bits, or to 16 where the file has more; the samples of a bitmap are inverted. */
function scale(samples: Samples, count: number, maximum: number, isBitmap: boolean) {
  const white = maximum > 255 ? 65_535 : 255
  const data = white === 255 ? new Uint8Array(count) : new Uint16Array(count)
  let at = 0
  for (const sample of samples) {
    if (at === count) break
    const value = Math.min(sample, maximum)
    data[at++] = Math.round(((isBitmap ? maximum - value : value) * white) / maximum)
  }
  return { data, readShare: at / count }
}

/** Rows from bottom to top; a negative scale means little-endian. */
function readFloats(file: Buffer, stored: 1 | 3, maxPixels: number): LinearPixels {
  const { words, start } = readWords(file, 3)
  const [width = 0, height = 0, order = 0] = words.map(Number)
  checkDecodedSize(width, height, maxPixels)
  const data = new Float32Array(width * height * 3)
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  const rows = Math.min(height, Math.floor((file.length - start) / (width * stored * 4)))
  for (let row = 0; row < rows; row++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 3; channel++) {
        const from = start + ((row * width + x) * stored + Math.min(channel, stored - 1)) * 4
        data[((height - 1 - row) * width + x) * 3 + channel] = view.getFloat32(from, order < 0)
      }
  return { width, height, data, channels: 3, readShare: rows / height }
}
