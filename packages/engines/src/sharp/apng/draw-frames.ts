/** Renders an animated PNG: composes each frame onto the canvas by its dispose and blend operations. */
import sharp from 'sharp'
import { pngChunk, pngSignature } from '../../png-chunk.ts'
import { whileReading } from '../failures.ts'
import type { Apng, ApngFrame } from './read-apng.ts'

const channels = 4

/** All rendered frames as RGBA, stacked vertically. */
export async function drawFrames(apng: Apng, onFrame: (drawn: number) => void): Promise<Buffer> {
  const canvasBytes = apng.width * apng.height * channels
  const strip = Buffer.alloc(canvasBytes * apng.frames.length)
  let canvas = Buffer.alloc(canvasBytes)
  for (const [index, frame] of apng.frames.entries()) {
    const before = frame.dispose === 'previous' ? Buffer.from(canvas) : undefined
    draw(canvas, apng.width, frame, await decodeFrame(apng, frame))
    canvas.copy(strip, index * canvasBytes)
    // The initial canvas is transparent, so 'previous' on the first frame equals 'background'.
    if (before) canvas = before
    else if (frame.dispose === 'background') clear(canvas, apng.width, frame)
    onFrame(index + 1)
  }
  return strip
}

function decodeFrame(apng: Apng, frame: ApngFrame): Promise<Buffer> {
  return whileReading(() =>
    sharp(writePng(apng, frame), { failOn: 'error', limitInputPixels: false })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer(),
  )
}

function draw(canvas: Buffer, canvasWidth: number, frame: ApngFrame, pixels: Buffer): void {
  const rowBytes = frame.width * channels
  for (let row = 0; row < frame.height; row++) {
    const target = ((frame.y + row) * canvasWidth + frame.x) * channels
    const source = pixels.subarray(row * rowBytes, (row + 1) * rowBytes)
    if (frame.blend === 'source') source.copy(canvas, target)
    else
      for (let offset = 0; offset < rowBytes; offset += channels)
        compositeOver(canvas, target + offset, source, offset)
  }
}

/** Porter-Duff "over" with straight (not premultiplied) alpha. */
function compositeOver(canvas: Buffer, target: number, source: Buffer, offset: number): void {
  const above = source.readUInt8(offset + 3)
  if (above === 0) return
  const below = canvas.readUInt8(target + 3)
  if (above === 255 || below === 0) {
    source.copy(canvas, target, offset, offset + channels)
    return
  }
  const visibleBelow = (below * (255 - above)) / 255
  const alpha = above + visibleBelow
  for (let channel = 0; channel < 3; channel++) {
    const mixed =
      source.readUInt8(offset + channel) * above + canvas.readUInt8(target + channel) * visibleBelow
    canvas.writeUInt8(Math.round(mixed / alpha), target + channel)
  }
  canvas.writeUInt8(Math.round(alpha), target + 3)
}

function clear(canvas: Buffer, canvasWidth: number, frame: ApngFrame): void {
  for (let row = 0; row < frame.height; row++) {
    const start = ((frame.y + row) * canvasWidth + frame.x) * channels
    canvas.fill(0, start, start + frame.width * channels)
  }
}

/** Writes one frame of an animated PNG as a standalone PNG. */
function writePng(apng: Apng, frame: ApngFrame): Buffer {
  const header = Buffer.from(apng.header)
  header.writeUInt32BE(frame.width, 0)
  header.writeUInt32BE(frame.height, 4)
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    ...apng.shared.map(({ type, body }) => pngChunk(type, body)),
    ...frame.data.map(data => pngChunk('IDAT', data)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
