/** Detects MPEG streams: transport (broadcast, camcorders), program (DVD), elementary video, also H.264 and HEVC. */
import type { FormatId } from '../formats.ts'
import { hasAt, indexOf } from './bytes.ts'

/** Plain, with Blu-ray timestamps before, and with error correction after each packet. */
const transportPacketBytes = [188, 192, 204]
/** Offset of the first packet of a regular file, without and with a timestamp. */
const tidyStarts = [0, 4]
const transportPackets = 16
const fewestTransportPackets = 3

export function sniffMpegStream(head: Uint8Array): FormatId | undefined {
  if (transportPacketBytes.some(packetBytes => isTransportStream(head, packetBytes))) return 'ts'
  return isProgramStream(head) || isImageStream(head) ? 'mpeg' : sniffNalUnits(head)
}

const h264Units = { sequence: 7, picture: 8, delimiter: 9 }
const hevcUnits = { video: 32, sequence: 33, delimiter: 35 }

/** Streams of NAL units (ITU-T H.264 and H.265, Annex B) begin with their parameter sets, maybe after a delimiter. */
function sniffNalUnits(head: Uint8Array): FormatId | undefined {
  const first = nalUnitStart(head, 0)
  if (first === undefined || first > 4) return undefined
  const second = nalUnitStart(head, first) ?? head.length
  const h264Types = [first, second].map(at => h264UnitType(head, at))
  const hevcTypes = [first, second].map(at => hevcUnitType(head, at))
  const isHevc =
    hevcTypes[0] === hevcUnits.video ||
    (hevcTypes[0] === hevcUnits.delimiter && hevcTypes[1] === hevcUnits.video)
  if (isHevc) return 'hevc'
  const { sequence, picture, delimiter } = h264Units
  const isH264 =
    (h264Types[0] === sequence && h264Types[1] === picture) ||
    (h264Types[0] === delimiter && h264Types[1] === sequence)
  return isH264 ? 'h264' : undefined
}

/** Offset after the next start code. */
function nalUnitStart(head: Uint8Array, from: number): number | undefined {
  const code = indexOf(head, [0, 0, 1], from, head.length)
  return code < 0 ? undefined : code + 3
}

/** The first bit must be 0, and these units are always references, except for delimiters. */
function h264UnitType(head: Uint8Array, offset: number): number | undefined {
  const byte = head[offset] ?? 0xff
  const type = byte & 0x1f
  const isReference = (byte & 0x60) !== 0
  return byte >> 7 === 0 && isReference === (type !== h264Units.delimiter) ? type : undefined
}

/** In the base layer, with the first temporal id. */
function hevcUnitType(head: Uint8Array, offset: number): number | undefined {
  const byte = head[offset] ?? 0xff
  return (byte & 0x81) === 0 && head[offset + 1] === 1 ? byte >> 1 : undefined
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
