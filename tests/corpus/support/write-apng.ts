/** Writes animated PNGs with explicit frames for tests; the product's own writer stores only changed areas. */
import { crc32, deflateSync } from 'node:zlib'
import type { Image } from './images.ts'

export interface TestFrame {
  readonly image: Image
  readonly delayMs: number
  readonly x?: number
  readonly y?: number
  readonly dispose?: 0 | 1 | 2
  readonly blend?: 0 | 1
}

/** The first frame defines the canvas size. */
export function writeApng(frames: readonly TestFrame[], loop: number): Buffer {
  const first = frames[0]?.image
  if (first === undefined) throw new Error('an animation needs at least one frame')
  let sequence = 0
  const parts = [
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', [u32(first.width), u32(first.height), [8, first.channels === 4 ? 6 : 2, 0, 0, 0]]),
    chunk('acTL', [u32(frames.length), u32(loop)]),
  ]
  frames.forEach((frame, index) => {
    const { image, delayMs, x = 0, y = 0, dispose = 0, blend = 0 } = frame
    const geometry = [u32(image.width), u32(image.height), u32(x), u32(y)]
    parts.push(chunk('fcTL', [u32(sequence++), ...geometry, u16(delayMs), u16(1000), [dispose, blend]]))
    const data = deflateSync(filtered(image))
    parts.push(index === 0 ? chunk('IDAT', [data]) : chunk('fdAT', [u32(sequence++), data]))
  })
  return Buffer.concat([...parts, chunk('IEND', [])])
}

/** Each row starts with its filter type, here none. */
function filtered({ data, width, height, channels }: Image): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.from([0]), data.subarray(y * width * channels, (y + 1) * width * channels)]),
  )
  return Buffer.concat(rows)
}

function chunk(type: string, parts: readonly (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(parts.map(part => Buffer.from(part)))
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body])
  return Buffer.concat([u32(body.length), typed, u32(crc32(typed))])
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
