/** Recognises sound that comes without a container: MPEG layer III and AAC frames, with or without an ID3 tag. */
import type { FormatId } from '../formats.ts'
import { hasAt } from './bytes.ts'

const id3HeaderBytes = 10

export function sniffId3(head: Uint8Array): FormatId | undefined {
  if (!hasAt(head, 0, 'ID3') || head.length < id3HeaderBytes) return undefined
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10)
  // Seven bits a byte, so that a size never looks like the start of a frame.
  const audioStart = id3HeaderBytes + ((a << 21) | (b << 14) | (c << 7) | d)
  if (hasAt(head, audioStart, 'fLaC')) return 'flac'
  return isAdtsAt(head, audioStart) ? 'aac' : 'mp3'
}

const mpeg1Kilobits = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const mpeg2Kilobits = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const mpeg1Hertz = [44_100, 48_000, 32_000]

/** A frame says how long it is: another one must follow it, or the file end. */
export function isMp3At(head: Uint8Array, offset: number): boolean {
  const length = mp3FrameBytes(head, offset)
  if (length === undefined) return false
  const next = offset + length
  return next + 4 > head.length || mp3FrameBytes(head, next) !== undefined
}

function mp3FrameBytes(head: Uint8Array, offset: number): number | undefined {
  const [sync = 0, kind = 0, rates = 0] = head.subarray(offset, offset + 3)
  const version = (kind >> 3) & 3
  const layer = (kind >> 1) & 3
  const bitrateIndex = rates >> 4
  const rateIndex = (rates >> 2) & 3
  const isLayer3 = sync === 0xff && (kind & 0xe0) === 0xe0 && version !== 1 && layer === 1
  if (!isLayer3 || bitrateIndex === 0 || bitrateIndex === 15 || rateIndex === 3) return undefined
  const isMpeg1 = version === 3
  const kilobits = (isMpeg1 ? mpeg1Kilobits : mpeg2Kilobits)[bitrateIndex] ?? 0
  const hertz = (mpeg1Hertz[rateIndex] ?? 0) / (isMpeg1 ? 1 : version === 2 ? 2 : 4)
  const padding = (rates >> 1) & 1
  return Math.floor(((isMpeg1 ? 144 : 72) * kilobits * 1000) / hertz) + padding
}

export function isAdtsAt(head: Uint8Array, offset: number): boolean {
  const length = adtsFrameBytes(head, offset)
  if (length === undefined) return false
  const next = offset + length
  return next + 7 > head.length || adtsFrameBytes(head, next) !== undefined
}

const adtsHeaderBytes = 7

function adtsFrameBytes(head: Uint8Array, offset: number): number | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = head.subarray(offset, offset + 6)
  const isSync = a === 0xff && (b & 0xf6) === 0xf0
  const rateIndex = (c >> 2) & 15
  const length = ((d & 3) << 11) | (e << 3) | (f >> 5)
  return isSync && rateIndex < 13 && length > adtsHeaderBytes ? length : undefined
}
