/** Reads the number of bytes per frame from an encoded GIF, WebP or APNG. */
import { gifBlocks } from '../encode/gif-blocks.ts'
import type { GifFormat } from '../gif-context.ts'

interface StoredFrame {
  readonly bytes: number
  /** Display time in time units of the format. */
  readonly delay: number
}

export interface StoredFrames {
  /** Bytes before the first frame. */
  readonly headBytes: number
  readonly frames: readonly StoredFrame[]
}

const readers = { gif: gifFrames, webp: webpFrames, apng: apngFrames } as const

/** MP4 is excluded: its frames depend on later ones. */
export type MeasuredFormat = Exclude<GifFormat, 'mp4'>

export function storedFrames(file: Buffer, format: MeasuredFormat): StoredFrames {
  return readers[format](file)
}

/** Encoders merge unchanged frames into one with a longer delay; the merged frames take no bytes. */
export function bytesOfEach({ frames }: StoredFrames, count: number): readonly number[] {
  const totalDelay = frames.reduce((sum, { delay }) => sum + delay, 0)
  const bytes = Array.from({ length: count }, () => 0)
  let shownUntil = 0
  for (const frame of frames) {
    const position = Math.min(count - 1, Math.round((shownUntil * count) / totalDelay))
    bytes[position] = (bytes[position] ?? 0) + frame.bytes
    shownUntil += frame.delay
  }
  return bytes
}

function gifFrames(gif: Buffer): StoredFrames {
  const frames: StoredFrame[] = []
  let [headBytes, start, delay] = [0, 0, 0]
  for (const block of gifBlocks(gif)) {
    if (start === 0) headBytes = start = block.start
    if (block.kind === 'control') delay = gif.readUInt16LE(block.start + 4)
    if (block.kind !== 'image') continue
    frames.push({ bytes: block.end - start, delay })
    start = block.end
  }
  return { headBytes, frames }
}

/** A still WebP has no ANMF chunks: the whole file counts as one frame. */
function webpFrames(webp: Buffer): StoredFrames {
  const frames: StoredFrame[] = []
  let headBytes = 0
  for (let at = 12; at + 8 <= webp.length; ) {
    const length = webp.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (webp.toString('latin1', at, at + 4) === 'ANMF') {
      if (frames.length === 0) headBytes = at
      frames.push({ bytes: end - at, delay: webp.readUIntLE(at + 8 + 12, 3) })
    }
    at = end
  }
  return frames.length > 0
    ? { headBytes, frames }
    : { headBytes: 0, frames: [{ bytes: webp.length, delay: 1 }] }
}

/** A frame extends from its fcTL chunk to the next one. */
function apngFrames(png: Buffer): StoredFrames {
  const frames: StoredFrame[] = []
  let headBytes = 0
  for (let at = 8; at + 12 <= png.length; ) {
    const bytes = png.readUInt32BE(at) + 12
    const kind = png.toString('latin1', at + 4, at + 8)
    const last = frames.at(-1)
    if (kind === 'fcTL') {
      if (!last) headBytes = at
      const [part, whole] = [png.readUInt16BE(at + 8 + 20), png.readUInt16BE(at + 8 + 22)]
      frames.push({ bytes, delay: part / (whole || 100) })
    } else if (last && kind !== 'IEND') frames[frames.length - 1] = { ...last, bytes: last.bytes + bytes }
    at += bytes
  }
  return { headBytes, frames }
}
