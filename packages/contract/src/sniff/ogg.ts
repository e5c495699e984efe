/** Distinguishes video from audio in an Ogg container by its stream headers, which are all at the beginning. */
import type { FormatId } from '../formats.ts'
import { hasAt } from './bytes.ts'

const pageHeaderBytes = 27
const firstPageFlag = 2

/** Theora, Dirac, VP8 and the old OGM. */
const videoHeaders = ['\x80theora', 'BBCD\0', 'OVP80', '\x01video']
const opusHeader = 'OpusHead'
/** Skeleton: index of the other streams. */
const skeletonHeader = 'fishead\0'

export function sniffOgg(head: Uint8Array): FormatId | undefined {
  if (!hasAt(head, 0, 'OggS')) return undefined
  const headers = streamHeaders(head)
  const isOneOf = (offset: number, words: readonly string[]) => words.some(word => hasAt(head, offset, word))
  if (headers.some(offset => isOneOf(offset, videoHeaders))) return 'ogv'
  const first = headers.find(offset => !hasAt(head, offset, skeletonHeader))
  return first !== undefined && hasAt(head, first, opusHeader) ? 'opus' : 'ogg'
}

/** Offsets of the content of each stream's first page. */
function streamHeaders(head: Uint8Array): number[] {
  const offsets: number[] = []
  let page = 0
  while (hasAt(head, page, 'OggS') && ((head[page + 5] ?? 0) & firstPageFlag) !== 0) {
    const segments = head[page + pageHeaderBytes - 1] ?? 0
    const content = page + pageHeaderBytes + segments
    offsets.push(content)
    page = head.subarray(page + pageHeaderBytes, content).reduce((sum, length) => sum + length, content)
  }
  return offsets
}
