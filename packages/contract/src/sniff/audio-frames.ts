/** Detects audio without a container: MP3, MP2, AAC, AC-3 and DTS frames, with or without an ID3 tag. */
import type { FormatId } from '../formats.ts'
import { hasAt, indexOf } from './bytes.ts'

const id3HeaderBytes = 10

export function sniffAudioFrames(head: Uint8Array): FormatId | undefined {
  const tagsEnd = endOfId3Tags(head)
  // Padding before the first frame is common in MP3 files, after a tag and without one.
  let start = tagsEnd
  while (start < head.length && head[start] === 0) start += 1
  if (tagsEnd > 0 && hasAt(head, start, 'fLaC')) return 'flac'
  if (isFrameRun(head, start, mp3FrameBytes)) return 'mp3'
  if (isFrameRun(head, start, adtsFrameBytes)) return 'aac'
  if (isFrameRun(head, start, ac3FrameBytes)) return 'ac3'
  if (isFrameRun(head, start, mp2FrameBytes)) return 'mp2'
  if (isDts(head, start)) return 'dts'
  // Cover art may fill the whole head, and junk after a tag is common: it is nearly always MP3.
  return tagsEnd > 0 ? 'mp3' : undefined
}

/** Players search for the first frame after about as much junk. */
const maxJunkBytes = 16_384
const framesAfterJunk = 6

/** MP3 behind junk, or in the tail of a file that begins with more zeros than the head holds. */
export function sniffLateMp3(head: Uint8Array, tail: Uint8Array): FormatId | undefined {
  const searched = isZeros(head) ? tail : head
  for (let start = searched.indexOf(0xff); start >= 0; start = searched.indexOf(0xff, start + 1)) {
    if (searched === head && start > maxJunkBytes) return undefined
    if (isUniformRun(searched, start)) return 'mp3'
  }
  return undefined
}

export function isZeros(bytes: Uint8Array): boolean {
  return bytes.length > 0 && bytes.every(byte => byte === 0)
}

/** Several complete frames with the same version, layer and sample rate, which chance does not produce. */
function isUniformRun(bytes: Uint8Array, start: number): boolean {
  const kindOf = (offset: number) => [bytes[offset + 1], (bytes[offset + 2] ?? 0) & 0x0c].join()
  let offset = start
  for (let count = 0; count < framesAfterJunk; count++) {
    const length = mp3FrameBytes(bytes, offset)
    if (length === undefined || offset + length > bytes.length) return false
    if (kindOf(offset) !== kindOf(start)) return false
    offset += length
  }
  return true
}

/** Some files have two consecutive tags. */
export function endOfId3Tags(head: Uint8Array): number {
  let end = 0
  for (;;) {
    const tagBytes = id3TagBytes(head, end)
    if (tagBytes === 0) return end
    end += tagBytes
  }
}

function id3TagBytes(head: Uint8Array, offset: number): number {
  const header = head.subarray(offset, offset + id3HeaderBytes)
  const [version = 0, , flags = 0, a = 0, b = 0, c = 0, d = 0] = header.subarray(3)
  const isVersion = version >= 2 && version <= 4
  // Seven bits per byte (syncsafe), so that a size never looks like a frame sync.
  const isSize = (a | b | c | d) < 0x80
  if (header.length < id3HeaderBytes || !hasAt(header, 0, 'ID3') || !isVersion || !isSize) return 0
  const footerBytes = (flags & 0x10) === 0 ? 0 : id3HeaderBytes
  return id3HeaderBytes + ((a << 21) | (b << 14) | (c << 7) | d) + footerBytes
}

const mpeg1Kilobits = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const mpeg2Kilobits = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const mpeg1Hertz = [44_100, 48_000, 32_000]

function mp3FrameBytes(head: Uint8Array, offset: number): number | undefined {
  const [sync = 0, kind = 0, rates = 0] = head.subarray(offset, offset + 3)
  const version = (kind >> 3) & 3
  const layer = (kind >> 1) & 3
  const bitrateIndex = rates >> 4
  const rateIndex = (rates >> 2) & 3
  const isLayer3 = sync === 0xff && (kind & 0xe0) === 0xe0 && version !== 1 && layer === 1
  if (!isLayer3 || bitrateIndex === 0 || bitrateIndex === 15 || rateIndex === 3) return undefined
  const isMpeg1 = version === 3
  const kilobits = (isMpeg1 ? mpeg1Kilobits : mpeg2Kilobits)[bitrateIndex] ?? 0
  const hertz = (mpeg1Hertz[rateIndex] ?? 0) / (isMpeg1 ? 1 : version === 2 ? 2 : 4)
  const padding = (rates >> 1) & 1
  return Math.floor(((isMpeg1 ? 144 : 72) * kilobits * 1000) / hertz) + padding
}

const layer2Kilobits = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]

/** Layer II has the header of MP3, and 1152 samples in a frame of every version. */
function mp2FrameBytes(head: Uint8Array, offset: number): number | undefined {
  const [sync = 0, kind = 0, rates = 0] = head.subarray(offset, offset + 3)
  const version = (kind >> 3) & 3
  const bitrateIndex = rates >> 4
  const rateIndex = (rates >> 2) & 3
  const isLayer2 = sync === 0xff && (kind & 0xe0) === 0xe0 && version >= 2 && ((kind >> 1) & 3) === 2
  if (!isLayer2 || bitrateIndex === 0 || bitrateIndex === 15 || rateIndex === 3) return undefined
  const kilobits = (version === 3 ? layer2Kilobits : mpeg2Kilobits)[bitrateIndex] ?? 0
  const hertz = (mpeg1Hertz[rateIndex] ?? 0) / (version === 3 ? 1 : 2)
  return Math.floor((144 * kilobits * 1000) / hertz) + ((rates >> 1) & 1)
}

/** Sync words of 16-bit and 14-bit words in both byte orders, with the bits after them that are fixed. */
const dtsSyncWords = [
  [0x7f, 0xfe, 0x80, 0x01],
  [0xfe, 0x7f, 0x01, 0x80],
  [0x1f, 0xff, 0xe8, 0x00, 0x07],
  [0xff, 0x1f, 0x00, 0xe8],
]
/** The largest frame of the core stream, with an extension. */
const maxDtsFrameBytes = 32_768

/** The same word must start another frame, unless the head ends before. */
function isDts(head: Uint8Array, start: number): boolean {
  if (hasAt(head, start, 'DTSHDHDR')) return true
  const word = dtsSyncWords.find(sync => hasAt(head, start, sync))
  if (word === undefined) return false
  return indexOf(head, word, start + word.length, start + maxDtsFrameBytes) >= 0
}

const adtsHeaderBytes = 7

function adtsFrameBytes(head: Uint8Array, offset: number): number | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = head.subarray(offset, offset + 6)
  const isSync = a === 0xff && (b & 0xf6) === 0xf0
  const rateIndex = (c >> 2) & 15
  const length = ((d & 3) << 11) | (e << 3) | (f >> 5)
  return isSync && rateIndex < 13 && length > adtsHeaderBytes ? length : undefined
}

const ac3Kilobits = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
const ac3Hertz = [48_000, 44_100, 32_000]
const ac3Samples = 1536
const lastAc3BitstreamId = 10
const lastEac3BitstreamId = 16

/** AC-3 contains its bitrate, Enhanced AC-3 the frame length. */
function ac3FrameBytes(head: Uint8Array, offset: number): number | undefined {
  if (!hasAt(head, offset, [0x0b, 0x77])) return undefined
  const [c = 0, d = 0, e = 0, f = 0] = head.subarray(offset + 2, offset + 6)
  const bitstreamId = f >> 3
  if (bitstreamId > lastEac3BitstreamId) return undefined
  if (bitstreamId > lastAc3BitstreamId) return c >> 6 === 3 ? undefined : 2 * ((((c & 7) << 8) | d) + 1)
  const hertz = ac3Hertz[e >> 6]
  const kilobits = ac3Kilobits[(e & 0x3f) >> 1]
  if (hertz === undefined || kilobits === undefined) return undefined
  const isOdd = (e & 1) === 1 && hertz === 44_100
  return 2 * (Math.floor((kilobits * 1000 * ac3Samples) / (16 * hertz)) + (isOdd ? 1 : 0))
}

/** Length of the frame at an offset; undefined if there is none. */
type MeasureFrame = (head: Uint8Array, offset: number) => number | undefined

const framesInARow = 3

/** True if several frames follow each other, or as many as are available, at least one of them complete. */
function isFrameRun(head: Uint8Array, start: number, measure: MeasureFrame): boolean {
  let offset = start
  for (let count = 0; count < framesInARow; count++) {
    const length = measure(head, offset)
    if (length === undefined) return count > 0 && head.length - offset < shortestHeaderBytes
    offset += length
    if (offset > head.length) return count > 0
  }
  return true
}

/** With fewer bytes left at the end, the next frame cannot be checked. */
const shortestHeaderBytes = 8
