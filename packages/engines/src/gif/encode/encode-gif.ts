/** Encodes raw frames as a GIF without another program: starting one takes as long as encoding a second of video. */
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Size } from '../gif-context.ts'
import type { EncodeJob } from './encode-job.ts'
import { createLzw, type Lzw } from './lossy-lzw.ts'
import { type ColorCounts, countColors, opaqueAlpha, type Palette } from './palette.ts'

const heldName = 'held.rgba'
/** Squared distance of the colors that one unit of lossiness lets the encoder replace. */
const distancePerLoss = 7.5

type GifJob = Pick<
  EncodeJob,
  'delays' | 'effort' | 'hasAlpha' | 'isSlideshow' | 'plays' | 'target' | 'workFolder' | 'resultName'
>

/**
 * Reads each frame once, in the target size and with unchanged pixels already held. A clip has one palette, because
 * static areas would flicker otherwise: colors are counted first, and the frames kept on disk. Unrelated images have
 * one each.
 */
export async function encodeGif(
  job: GifJob,
  frames: AsyncIterable<Buffer>,
  onShare: (share: number) => void,
): Promise<void> {
  const file = await open(join(job.workFolder, job.resultName), 'w')
  try {
    if (job.isSlideshow) await encodeSlideshow(job, frames, file, onShare)
    else await encodeVideo(job, frames, file, onShare)
  } finally {
    await file.close()
  }
}

async function encodeSlideshow(
  job: GifJob,
  frames: AsyncIterable<Buffer>,
  file: FileHandle,
  onShare: (share: number) => void,
): Promise<void> {
  await file.write(header(job, undefined))
  const images = createImages(job)
  let index = 0
  for await (const frame of frames) {
    const counts = countColors()
    counts.add(pixelsOf(frame), undefined)
    await file.write(images.add(pixelsOf(frame), job.delays[index] ?? 1, codingOf(counts, job), true))
    index += 1
    onShare(index / job.delays.length)
  }
  await file.write(images.end())
}

/** Share of the work for reading the frames and counting their colors. */
const countShare = 0.4

async function encodeVideo(
  job: GifJob,
  frames: AsyncIterable<Buffer>,
  file: FileHandle,
  onShare: (share: number) => void,
): Promise<void> {
  const held = await open(join(job.workFolder, heldName), 'w+')
  try {
    const counts = countColors()
    let before: Buffer | undefined
    let count = 0
    for await (const frame of frames) {
      counts.add(pixelsOf(frame), before && pixelsOf(before))
      await held.write(frame)
      before = frame
      count += 1
      onShare((countShare * count) / job.delays.length)
    }
    const coding = codingOf(counts, job)
    await file.write(header(job, coding))
    const images = createImages(job)
    const frame = Buffer.allocUnsafeSlow(job.target.width * job.target.height * 4)
    for (let index = 0; index < count; index += 1) {
      await held.read(frame, 0, frame.length, index * frame.length)
      await file.write(images.add(pixelsOf(frame), job.delays[index] ?? 1, coding, false))
      onShare(countShare + ((1 - countShare) * (index + 1)) / count)
    }
    await file.write(images.end())
  } finally {
    await held.close()
  }
}

function pixelsOf(frame: Buffer): Uint32Array {
  return new Uint32Array(frame.buffer, frame.byteOffset, frame.length / 4)
}

/** How the pixels of a frame become bytes. */
interface Coding {
  readonly palette: Palette
  /** One index is left for transparent pixels. */
  readonly transparentIndex: number
  readonly indexBits: number
  readonly lzw: Lzw
}

function codingOf(counts: ColorCounts, { effort }: GifJob): Coding {
  const { colors: maxColors, lossy } = effort.gif
  const palette = counts.choosePalette(maxColors - 1)
  const { colors } = palette
  const transparentIndex = colors.length
  const indexBits = Math.max(2, Math.ceil(Math.log2(colors.length + 1)))
  const maxDistance = Math.round(lossy * distancePerLoss)
  const lzw = createLzw({ colors, transparentIndex, indexBits, maxDistance })
  return { palette, transparentIndex, indexBits, lzw }
}

function colorTable({ palette, indexBits }: Coding): Buffer {
  const table = Buffer.alloc(3 << indexBits)
  for (const [index, color] of palette.colors.entries()) table.writeUIntLE(color, index * 3, 3)
  return table
}

const hasColorTable = 0x80

/** Screen size, the colors of all frames if they share them, and the number of repetitions. */
function header({ target, plays }: GifJob, coding: Coding | undefined): Buffer {
  const screen = Buffer.alloc(7)
  screen.writeUInt16LE(target.width, 0)
  screen.writeUInt16LE(target.height, 2)
  if (coding) screen.writeUInt8(hasColorTable | (7 << 4) | (coding.indexBits - 1), 4)
  const colors = coding ? [colorTable(coding)] : []
  return Buffer.concat([Buffer.from('GIF89a'), screen, ...colors, ...loopExtension(plays)])
}

/** GIF stores the number of repeats after the first play, and no extension when it plays once. */
function loopExtension(plays: number): readonly Buffer[] {
  if (plays === 1) return []
  const repeats = Buffer.from([3, 1, 0, 0, 0])
  repeats.writeUInt16LE(Math.max(0, plays - 1), 2)
  return [Buffer.from([0x21, 0xff, 11]), Buffer.from('NETSCAPE2.0'), repeats]
}

const trailer = Buffer.from([0x3b])
const keepsFrame = 1 << 2
const clearsToBackground = 2 << 2
const hasTransparentColor = 1
const maxDelay = 0xff_ff

interface Images {
  /** Returns the bytes of earlier frames: a frame without changes prolongs the one before. */
  add(frame: Uint32Array, delay: number, coding: Coding, hasOwnColors: boolean): Buffer
  end(): Buffer
}

function createImages({ target, hasAlpha }: GifJob): Images {
  const { width, height } = target
  const pixels = width * height
  const before = new Uint32Array(pixels)
  const displayed = new Uint32Array(pixels)
  const indexes = new Uint8Array(pixels)
  const canSkip = new Uint8Array(pixels)
  let isFirst = true
  let last: { delay: number; control: Buffer; image: Buffer } | undefined
  const flush = (): Buffer => {
    if (last === undefined) return Buffer.alloc(0)
    last.control.writeUInt16LE(last.delay, 4)
    return Buffer.concat([last.control, last.image])
  }

  /** Returns whether the pixel has to be stored. */
  const mapPixel = (
    pixel: number,
    at: number,
    { palette, transparentIndex }: Coding,
    hasOwnColors: boolean,
  ) => {
    const isComplete = isFirst || hasAlpha
    const isHeld = !isComplete && pixel === before[at]
    canSkip[at] = 1
    if (isHeld && !hasOwnColors) return false
    const isTransparent = pixel >>> 24 < opaqueAlpha
    const index = isTransparent ? transparentIndex : palette.nearest(pixel & 0xff_ff_ff)
    const color = palette.colors[index] ?? 0
    indexes[at] = index
    if (isTransparent || isHeld || (!isComplete && color === displayed[at])) return false
    canSkip[at] = 0
    displayed[at] = color
    return true
  }

  /** The rectangle that contains all pixels that have to be stored; at least one pixel. */
  const mapPixels = (frame: Uint32Array, coding: Coding, hasOwnColors: boolean): Rectangle => {
    let [left, right, first, last] = [width, -1, -1, -1]
    for (let at = 0; at < pixels; at += 1) {
      if (!mapPixel(frame[at] as number, at, coding, hasOwnColors)) continue
      left = Math.min(left, at % width)
      right = Math.max(right, at % width)
      if (first < 0) first = at
      last = at
    }
    before.set(frame)
    if (first < 0) return { left: 0, top: 0, width: 1, height: 1 }
    const top = Math.floor(first / width)
    return { left, top, width: right - left + 1, height: Math.floor(last / width) - top + 1 }
  }

  return {
    add(frame, delay, coding, hasOwnColors) {
      const isSame = last !== undefined && !isFirst && isEqual(frame, before)
      if (isSame && last && last.delay + delay <= maxDelay) {
        last.delay += delay
        return Buffer.alloc(0)
      }
      const flushed = flush()
      const part = mapPixels(frame, coding, hasOwnColors)
      const data = coding.lzw({ indexes: cut(indexes, width, part), canSkip: cut(canSkip, width, part) })
      const disposal = hasAlpha ? clearsToBackground : keepsFrame
      const control = Buffer.from([
        0x21,
        0xf9,
        4,
        disposal | hasTransparentColor,
        0,
        0,
        coding.transparentIndex,
        0,
      ])
      const descriptor = imageDescriptor(part, hasOwnColors ? coding.indexBits : undefined)
      const colors = hasOwnColors ? [colorTable(coding)] : []
      last = { delay, control, image: Buffer.concat([descriptor, ...colors, data]) }
      isFirst = false
      return flushed
    },
    end: () => Buffer.concat([flush(), trailer]),
  }
}

interface Rectangle extends Size {
  readonly left: number
  readonly top: number
}

function imageDescriptor({ left, top, width, height }: Rectangle, indexBits: number | undefined): Buffer {
  const descriptor = Buffer.alloc(10)
  descriptor.writeUInt8(0x2c, 0)
  for (const [position, value] of [left, top, width, height].entries())
    descriptor.writeUInt16LE(value, 1 + 2 * position)
  if (indexBits !== undefined) descriptor.writeUInt8(hasColorTable | (indexBits - 1), 9)
  return descriptor
}

function isEqual(one: Uint32Array, other: Uint32Array): boolean {
  return Buffer.compare(bytesOf(one), bytesOf(other)) === 0
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function cut(pixels: Uint8Array, rowLength: number, part: Rectangle): Uint8Array {
  const { left, top, width, height } = part
  if (width === rowLength) return pixels.subarray(top * rowLength, (top + height) * rowLength)
  const rows = new Uint8Array(width * height)
  for (let row = 0; row < height; row += 1) {
    const from = (top + row) * rowLength + left
    rows.set(pixels.subarray(from, from + width), row * width)
  }
  return rows
}
