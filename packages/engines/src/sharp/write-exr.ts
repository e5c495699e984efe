/** Writes OpenEXR files: scan lines in half floats of linear light with ZIP compression, alpha premultiplied. */
import { deflateSync } from 'node:zlib'

interface ExrImage {
  /** sRGB, rows from top to bottom: RGB or RGBA with 8 or 16 bits. */
  readonly data: Uint8Array | Uint16Array
  readonly width: number
  readonly height: number
}

const magic = [0x76, 0x2f, 0x31, 0x01, 2, 0, 0, 0]
const zipCompression = 3
const linesPerBlock = 16
const halfType = 1
/** Files list channels by name; the order in pixels is RGBA. */
const channelsByName = { 3: [2, 1, 0], 4: [3, 2, 1, 0] } as const

export function writeExr({ data, width, height }: ExrImage, channels: 3 | 4): Buffer {
  const white = data instanceof Uint16Array ? 65_535 : 255
  const light = Float32Array.from({ length: white + 1 }, (_, sample) => linearOf(sample / white))
  const header = writeHeader(width, height, channels)
  const blocks = Array.from({ length: Math.ceil(height / linesPerBlock) }, (_, block) => writeBlock(block))
  const offsets = Buffer.alloc(blocks.length * 8)
  let at = header.length + offsets.length
  for (const [index, block] of blocks.entries()) {
    offsets.writeBigUInt64LE(BigInt(at), index * 8)
    at += block.length
  }
  return Buffer.concat([header, offsets, ...blocks])

  function writeBlock(block: number): Buffer {
    const top = block * linesPerBlock
    const lines = Math.min(linesPerBlock, height - top)
    const samples = new Uint16Array(lines * width * channels)
    let to = 0
    for (let y = top; y < top + lines; y++)
      for (const channel of channelsByName[channels])
        for (let x = 0; x < width; x++) samples[to++] = halfAt((y * width + x) * channels, channel)
    const raw = new Uint8Array(samples.buffer)
    const packed = deflateSync(predicted(raw))
    // Readers take a block that is not smaller as it is.
    const content = packed.length < raw.length ? packed : raw
    const start = Buffer.alloc(8)
    start.writeInt32LE(top, 0)
    start.writeInt32LE(content.length, 4)
    return Buffer.concat([start, content])
  }

  function halfAt(pixel: number, channel: number): number {
    const opacity = channels === 4 ? (data[pixel + 3] as number) / white : 1
    return toHalf(channel === 3 ? opacity : (light[data[pixel + channel] as number] as number) * opacity)
  }
}

/** Low and high bytes apart, each as its difference from the one before: both compress better. */
function predicted(raw: Uint8Array): Uint8Array {
  const half = Math.ceil(raw.length / 2)
  const apart = new Uint8Array(raw.length)
  for (let at = 0; at < raw.length; at++) apart[(at >> 1) + (at & 1) * half] = raw[at] as number
  for (let at = apart.length - 1; at > 0; at--)
    apart[at] = (apart[at] as number) - (apart[at - 1] as number) + 128
  return apart
}

function linearOf(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

const float = new Float32Array(1)
const floatBits = new Uint32Array(float.buffer)

/** Nearest half float to a number from 0 to 1. */
function toHalf(value: number): number {
  float[0] = value
  const bits = floatBits[0] as number
  const exponent = (bits >>> 23) - 127 + 15
  // Too small for the leading bit that others imply.
  if (exponent <= 0) return Math.round(value * 2 ** 24)
  // A mantissa that is rounded up to the next power of two carries into the exponent.
  return (exponent << 10) + Math.round((bits & 0x7f_ffff) / 2 ** 13)
}

function writeHeader(width: number, height: number, channels: 3 | 4): Buffer {
  const box = integers(0, 0, width - 1, height - 1)
  return Buffer.concat([
    Buffer.from(magic),
    attribute('channels', 'chlist', channelList(channels)),
    attribute('compression', 'compression', Buffer.from([zipCompression])),
    attribute('dataWindow', 'box2i', box),
    attribute('displayWindow', 'box2i', box),
    attribute('lineOrder', 'lineOrder', Buffer.from([0])),
    attribute('pixelAspectRatio', 'float', floats(1)),
    attribute('screenWindowCenter', 'v2f', floats(0, 0)),
    attribute('screenWindowWidth', 'float', floats(1)),
    Buffer.from([0]),
  ])
}

function channelList(channels: 3 | 4): Buffer {
  const named = channelsByName[channels].map(channel =>
    Buffer.concat([Buffer.from(`${'RGBA'[channel]}\0`, 'latin1'), integers(halfType, 0, 1, 1)]),
  )
  return Buffer.concat([...named, Buffer.from([0])])
}

function attribute(name: string, type: string, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${name}\0${type}\0`, 'latin1'), integers(value.length), value])
}

function integers(...values: readonly number[]): Buffer {
  return Buffer.from(Int32Array.from(values).buffer)
}

function floats(...values: readonly number[]): Buffer {
  return Buffer.from(Float32Array.from(values).buffer)
}
