/** Distinguishes video (WMV) from audio (WMA) in ASF containers by the stream types. */
import type { FormatId } from '../formats.ts'
import { hasAt, indexOf, uint32le } from './bytes.ts'

const header = [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9, 0, 0xaa, 0, 0x62, 0xce, 0x6c]
const streamTail = [0x4d, 0x5b, 0xcf, 0x11, 0xa8, 0xfd, 0, 0x80, 0x5f, 0x5c, 0x44, 0x2b]
const videoStream = [0xc0, 0xef, 0x19, 0xbc, ...streamTail]
const audioStream = [0x40, 0x9e, 0x69, 0xf8, ...streamTail]

export function sniffWindowsMedia(head: Uint8Array): FormatId | undefined {
  if (!hasAt(head, 0, header)) return undefined
  if (indexOf(head, videoStream, header.length, head.length) >= 0) return 'wmv'
  const isAudio = indexOf(head, audioStream, header.length, head.length) >= 0
  // Large cover art may push the stream headers out of the head; only audio files have that.
  return isAudio || uint32le(head, header.length) > head.length ? 'wma' : undefined
}
