/** Audio files of formats that ffmpeg reads and does not write. */
import { clipSeconds, clipTones } from './clips.ts'

const dsdRateHz = 2_822_400
const dsdBlockBytes = 4096

/** DSF of the tones of the other clips: each bit is the sign of the error that the bits before have left (delta-sigma). */
export function generateDsf(): Buffer {
  const blocks = Math.floor((clipSeconds * dsdRateHz) / 8 / dsdBlockBytes)
  const channels = clipTones.map(hertz => modulate(hertz, blocks * dsdBlockBytes))
  const data = Array.from({ length: blocks }, (_, block) =>
    channels.map(bytes => bytes.subarray(block * dsdBlockBytes, (block + 1) * dsdBlockBytes)),
  ).flat()
  const dataBytes = data.length * dsdBlockBytes
  const format = [1, 0, 2, 2, dsdRateHz, 1].map(uint32)
  const samples = [uint64(blocks * dsdBlockBytes * 8), uint32(dsdBlockBytes), uint32(0)]
  return Buffer.concat([
    ...[Buffer.from('DSD '), uint64(28), uint64(28 + 52 + 12 + dataBytes), uint64(0)],
    ...[Buffer.from('fmt '), uint64(52), ...format, ...samples],
    ...[Buffer.from('data'), uint64(12 + dataBytes), ...data],
  ])
}

function modulate(hertz: number, byteCount: number): Buffer {
  const bytes = Buffer.alloc(byteCount)
  let error = 0
  for (let bit = 0; bit < byteCount * 8; bit++) {
    error += 0.3 * Math.sin((2 * Math.PI * hertz * bit) / dsdRateHz)
    if (error > 0) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7))
    error -= error > 0 ? 1 : -1
  }
  return bytes
}

const apeBlocks = 73_728
/** Of a frame without any samples, which are all zero in both channels. */
const apeSilence = [0x80_00_00_00, 3]

/** Silent: no free program writes this format. */
export function generateSilentApe(): Buffer {
  const frame = Buffer.concat([...apeSilence.map(uint32), Buffer.alloc(16)])
  const header = Buffer.concat([
    ...[uint16(1000), uint16(32), uint32(apeBlocks), uint32(Math.round(clipSeconds * 44_100)), uint32(1)],
    ...[uint16(16), uint16(2), uint32(44_100)],
  ])
  const lengths = [52, header.length, 4, 0, frame.length, 0, 0].map(uint32)
  const descriptor = Buffer.concat([
    Buffer.from('MAC '),
    uint16(3990),
    uint16(0),
    ...lengths,
    Buffer.alloc(16),
  ])
  const frameStart = descriptor.length + header.length + 4
  return Buffer.concat([descriptor, header, uint32(frameStart), frame])
}

/** RealAudio 1.0 around frames of its codec. */
export function wrapRealAudio(frames: Buffer): Buffer {
  const names = Buffer.concat([Buffer.from([4]), Buffer.from('Tone'), Buffer.from([0, 0, 0])])
  const codec = Buffer.concat([Buffer.from([0, 4]), Buffer.from('lpcJ')])
  const fields = Buffer.alloc(14)
  fields.writeUInt32BE(frames.length, 10)
  const header = Buffer.concat([fields, names, codec])
  const start = Buffer.from([0x2e, 0x72, 0x61, 0xfd, 0, 3, 0, header.length])
  return Buffer.concat([start, header, frames])
}

function uint16(value: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeUInt16LE(value)
  return buffer
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(value)
  return buffer
}

function uint64(value: number): Buffer {
  const buffer = Buffer.alloc(8)
  buffer.writeBigUInt64LE(BigInt(value))
  return buffer
}
