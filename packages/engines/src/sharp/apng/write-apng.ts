/** Writes animated PNGs, storing only the area of each frame that differs from the one before. */
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { pngChunk, pngSignature } from '../../png-chunk.ts'
import type { PaletteOptions } from '../quality.ts'
import type { Frames } from '../resize/frames.ts'
import { chunksOf } from './read-apng.ts'

interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface Packed {
  /** Bit depth and color type of the IHDR chunk. */
  readonly kind: readonly [depth: number, colorType: number]
  readonly shared: readonly Buffer[]
  pack(area: Area, frame: number): Promise<Buffer> | Buffer
}

/** With a palette, all frames share one. */
export async function writeApng(frames: Frames, palette?: PaletteOptions): Promise<Buffer> {
  const reduced = palette === undefined ? frames : await toPalette(frames, palette)
  const packed = (palette === undefined ? undefined : asPalette(reduced)) ?? asTrueColor(reduced)
  const count = reduced.delays.length
  const parts = [
    pngSignature,
    header(reduced, packed.kind),
    animationControl(count, reduced.loop),
    ...packed.shared,
  ]
  let sequence = 0
  for (let frame = 0; frame < count; frame++) {
    const area = frame === 0 ? wholeFrame(reduced) : changedArea(reduced, frame)
    parts.push(pngChunk('fcTL', frameControl(sequence++, area, reduced.delays[frame] ?? 100)))
    const data = await packed.pack(area, frame)
    parts.push(
      frame === 0 ? pngChunk('IDAT', data) : pngChunk('fdAT', Buffer.concat([u32(sequence++), data])),
    )
  }
  return Buffer.concat([...parts, pngChunk('IEND', Buffer.alloc(0))])
}

function header({ width, height }: Frames, [depth, colorType]: Packed['kind']): Buffer {
  return pngChunk('IHDR', Buffer.concat([u32(width), u32(height), Buffer.from([depth, colorType, 0, 0, 0])]))
}

function animationControl(count: number, loop: number): Buffer {
  return pngChunk('acTL', Buffer.concat([u32(count), u32(loop)]))
}

/** Dispose "none", blend "source". */
function frameControl(sequence: number, { left, top, width, height }: Area, delayMs: number): Buffer {
  const position = [sequence, width, height, left, top].map(u32)
  const timing = Buffer.alloc(6)
  timing.writeUInt16BE(Math.min(65_535, Math.max(0, Math.round(delayMs))), 0)
  timing.writeUInt16BE(1000, 2)
  return Buffer.concat([...position, timing])
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function wholeFrame({ width, height }: Frames): Area {
  return { left: 0, top: 0, width, height }
}

/** At least one pixel: a frame without changes still needs its delay. */
function changedArea({ data, width, height }: Frames, frame: number): Area {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4)
  const [now, before] = [frame * width * height, (frame - 1) * width * height]
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      if (pixels[now + at] === pixels[before + at]) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  if (right < 0) return { left: 0, top: 0, width: 1, height: 1 }
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

function asTrueColor({ data, width, height }: Frames): Packed {
  const frameBytes = width * height * 4
  return {
    kind: [8, 6],
    shared: [],
    async pack(area, frame) {
      const pixels = data.subarray(frame * frameBytes, (frame + 1) * frameBytes)
      const png = await sharp(pixels, { raw: { width, height, channels: 4 }, limitInputPixels: false })
        .extract(area)
        .png({ compressionLevel: 9, adaptiveFiltering: true })
        .toBuffer()
      return Buffer.concat([...chunksOf(png)].filter(({ type }) => type === 'IDAT').map(({ body }) => body))
    },
  }
}

async function toPalette(frames: Frames, palette: PaletteOptions): Promise<Frames> {
  const { data, width, height, delays } = frames
  const raw = { width, height: height * delays.length, channels: 4 } as const
  const png = await sharp(data, { raw, limitInputPixels: false })
    // Dithering would make static areas flicker and store them again in every frame.
    .png({ ...palette, palette: true, dither: 0, effort: 4, compressionLevel: 0 })
    .toBuffer()
  return { ...frames, data: await sharp(png, { limitInputPixels: false }).ensureAlpha().raw().toBuffer() }
}

/** Undefined when there are more than 256 colors. */
function asPalette({ data, width, height }: Frames): Packed | undefined {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4)
  const indexes = new Map<number, number>()
  const indexed = Buffer.allocUnsafe(pixels.length)
  for (let at = 0; at < pixels.length; at++) {
    const color = pixels[at] as number
    let index = indexes.get(color)
    if (index === undefined) {
      index = indexes.size
      if (index === 256) return undefined
      indexes.set(color, index)
    }
    indexed[at] = index
  }
  const colors = [...indexes.keys()].map(color => [color & 255, (color >> 8) & 255, (color >> 16) & 255])
  const opacities = [...indexes.keys()].map(color => color >>> 24)
  return {
    kind: [8, 3],
    shared: [pngChunk('PLTE', Buffer.from(colors.flat())), pngChunk('tRNS', Buffer.from(opacities))],
    pack(area, frame) {
      // Each row starts with its filter type; "none" compresses palette images best.
      const rows = Buffer.alloc((area.width + 1) * area.height)
      for (let row = 0; row < area.height; row++) {
        const from = (frame * height + area.top + row) * width + area.left
        indexed.copy(rows, row * (area.width + 1) + 1, from, from + area.width)
      }
      return deflateSync(rows, { level: 9 })
    },
  }
}
