/** Parses an animated PNG: canvas, timing, and the compressed data of each frame. */
import { JobFailure } from '../../process/job-failure.ts'

export interface ApngFrame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly delayMs: number
  readonly dispose: 'none' | 'background' | 'previous'
  readonly blend: 'source' | 'over'
  /** Compressed data of the IDAT or fdAT chunks. */
  readonly data: Buffer[]
}

export interface Apng {
  readonly width: number
  readonly height: number
  /** 0 loops forever. */
  readonly loop: number
  readonly frames: readonly ApngFrame[]
  /** Body of the IHDR chunk: color type and depth apply to every frame. */
  readonly header: Buffer
  /** Palette, transparency and color chunks that apply to every frame. */
  readonly shared: readonly PngChunk[]
}

export interface PngChunk {
  readonly type: string
  readonly body: Buffer
}

const signatureBytes = 8
const sharedTypes: ReadonlySet<string> = new Set(['PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT'])
const disposals = ['none', 'background', 'previous'] as const

export function readApng(png: Buffer): Apng {
  let header: Buffer | undefined
  let loop = 0
  const frames: ApngFrame[] = []
  const shared: PngChunk[] = []
  for (const { type, body } of chunksOf(png)) {
    if (type === 'IHDR') header = body
    else if (type === 'acTL') loop = readLoop(body)
    else if (type === 'fcTL') frames.push(readFrameControl(body))
    // Image data before the first fcTL chunk is the fallback for viewers without animation support.
    else if (type === 'IDAT') frames.at(-1)?.data.push(body)
    else if (type === 'fdAT') frames.at(-1)?.data.push(body.subarray(4))
    else if (sharedTypes.has(type) && frames.every(frame => frame.data.length === 0))
      shared.push({ type, body })
  }
  const whole = frames.filter(frame => frame.data.length > 0)
  if (header === undefined || header.length !== 13 || whole.length === 0) throw new JobFailure('file-damaged')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  if (whole.some(frame => frame.x + frame.width > width || frame.y + frame.height > height)) {
    throw new JobFailure('file-damaged')
  }
  return { width, height, loop, frames: whole, header, shared }
}

export function* chunksOf(png: Buffer): Generator<PngChunk> {
  for (let offset = signatureBytes; offset + 12 <= png.length; ) {
    const length = png.readUInt32BE(offset)
    const end = offset + 8 + length
    if (end + 4 > png.length) throw new JobFailure('file-damaged')
    const type = png.toString('latin1', offset + 4, offset + 8)
    yield { type, body: png.subarray(offset + 8, end) }
    // Anything may follow the end.
    if (type === 'IEND') return
    offset = end + 4
  }
}

function readLoop(body: Buffer): number {
  if (body.length !== 8) throw new JobFailure('file-damaged')
  return body.readUInt32BE(4)
}

function readFrameControl(body: Buffer): ApngFrame {
  if (body.length !== 26) throw new JobFailure('file-damaged')
  const delayUnits = body.readUInt16BE(20)
  // A denominator of 0 means hundredths of a second.
  const unitsPerSecond = body.readUInt16BE(22) || 100
  return {
    width: body.readUInt32BE(4),
    height: body.readUInt32BE(8),
    x: body.readUInt32BE(12),
    y: body.readUInt32BE(16),
    delayMs: Math.round((delayUnits * 1000) / unitsPerSecond),
    dispose: disposals[body.readUInt8(24)] ?? 'none',
    blend: body.readUInt8(25) === 1 ? 'over' : 'source',
    data: [],
  }
}
