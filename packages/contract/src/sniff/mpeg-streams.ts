/** Detects MPEG streams: transport (broadcast, camcorders), program (DVD) and elementary video. */
import type { FormatId } from '../formats.ts'
import { hasAt } from './bytes.ts'

/** Plain, with Blu-ray timestamps before, and with error correction after each packet. */
const transportPacketBytes = [188, 192, 204]
/** Offset of the first packet of a regular file, without and with a timestamp. */
const tidyStarts = [0, 4]
const transportPackets = 16
const fewestTransportPackets = 3

export function sniffMpegStream(head: Uint8Array): FormatId | undefined {
  if (transportPacketBytes.some(packetBytes => isTransportStream(head, packetBytes))) return 'ts'
  return isProgramStream(head) || isImageStream(head) ? 'mpeg' : undefined
}

/** A captured broadcast may start in the middle of a packet; then more packets are required. */
function isTransportStream(head: Uint8Array, packetBytes: number): boolean {
  for (let start = 0; start < packetBytes; start++) {
    const fewest = tidyStarts.includes(start) ? fewestTransportPackets : transportPackets
    const packets = Math.min(transportPackets, Math.floor((head.length - start) / packetBytes))
    if (packets >= fewest && areTransportPackets(head, start, packetBytes, packets)) return true
  }
  return false
}

function areTransportPackets(head: Uint8Array, start: number, packetBytes: number, packets: number): boolean {
  for (let count = 0; count < packets; count++) {
    if (!isTransportHeader(head, start + count * packetBytes)) return false
  }
  return true
}

/** Without the error flag, and with a payload: a text full of the letter G does not match. */
function isTransportHeader(head: Uint8Array, offset: number): boolean {
  const [sync = 0, flags = 0, , control = 0] = head.subarray(offset, offset + 4)
  return sync === 0x47 && (flags & 0x80) === 0 && (control & 0x30) !== 0
}

const mpeg1PackBytes = 12
const mpeg2PackBytes = 14

/** A pack header of MPEG-1 or MPEG-2, directly followed by another start code. */
function isProgramStream(head: Uint8Array): boolean {
  if (!hasAt(head, 0, [0, 0, 1, 0xba])) return false
  const version = head[4] ?? 0
  if (version >> 4 === 2) return hasAt(head, mpeg1PackBytes, [0, 0, 1])
  const stuffingBytes = (head[13] ?? 0) & 7
  return version >> 6 === 1 && hasAt(head, mpeg2PackBytes + stuffingBytes, [0, 0, 1])
}

/** A sequence header with a size, an aspect ratio, a frame rate and its marker bit. */
function isImageStream(head: Uint8Array): boolean {
  if (!hasAt(head, 0, [0, 0, 1, 0xb3]) || head.length < 12) return false
  const [a = 0, b = 0, c = 0, shapeAndRate = 0, , , marked = 0] = head.subarray(4, 11)
  const width = (a << 4) | (b >> 4)
  const height = ((b & 15) << 8) | c
  const shape = shapeAndRate >> 4
  const rate = shapeAndRate & 15
  const isShaped = shape >= 1 && shape <= 14 && rate >= 1 && rate <= 8
  return width > 0 && height > 0 && isShaped && (marked & 0x20) !== 0
}
