/** Detects a file's format from its first and last bytes; names and MIME types are never trusted. */
import { type FormatId, formatFacts, formatIds } from './formats.ts'
import { sniffAudioFrames } from './sniff/audio-frames.ts'
import { hasAt, indexOf, uint16le, uint32be, uint32le } from './sniff/bytes.ts'
import { sniffCompoundFile } from './sniff/compound-file.ts'
import { inflateGzipHead } from './sniff/inflate-gzip-head.ts'
import { sniffIsoMedia } from './sniff/iso-media.ts'
import { decodeText, rootElement } from './sniff/markup-text.ts'
import { sniffMpegStream } from './sniff/mpeg-streams.ts'
import { sniffOgg } from './sniff/ogg.ts'
import { isPage, sniffPlainText } from './sniff/plain-text.ts'
import { isPlaylist } from './sniff/playlist.ts'
import { sniffWindowsMedia } from './sniff/windows-media.ts'
import { sniffZipPackage } from './sniff/zip-package.ts'

/** Number of leading bytes for a reliable result; fewer are enough for most files. */
export const sniffHeadBytes = 65_536

/** Whether the last bytes are needed: ZIP and compound files have their directories at the end or anywhere. */
export function needsTail(head: Uint8Array): boolean {
  return hasAt(head, 0, 'PK\x03\x04') || hasAt(head, 0, [0xd0, 0xcf, 0x11, 0xe0])
}

/** Undefined for unknown formats. For a short file, head and tail are both the whole file. */
export function sniffFormat(head: Uint8Array, tail = head): FormatId | undefined {
  for (const sniff of sniffers) {
    const format = sniff(head, tail)
    if (format !== undefined) return format
  }
  return undefined
}

type Sniffer = (head: Uint8Array, tail: Uint8Array) => FormatId | undefined

const sniffers: readonly Sniffer[] = [
  sniffSignature,
  sniffPng,
  sniffBmp,
  sniffIco,
  sniffIsoMedia,
  sniffMatroska,
  sniffOgg,
  sniffWindowsMedia,
  sniffFlashVideo,
  sniffZipPackage,
  sniffCompoundFile,
  sniffAudioFrames,
  sniffMpegStream,
  sniffMarkup,
  sniffPdf,
  // Last, since most files could be text.
  sniffPlainText,
]

/** Formats with a fixed start are recognized by their entry in the format table. */
const signatures = formatIds.flatMap(id => (formatFacts(id).signatures ?? []).map(start => ({ id, start })))

function sniffSignature(head: Uint8Array): FormatId | undefined {
  return signatures.find(({ start }) =>
    [...start].every((character, at) => character === '?' || head[at] === character.charCodeAt(0)),
  )?.id
}

/** An animated PNG has an acTL chunk before its first image data (IDAT). */
function sniffPng(head: Uint8Array): FormatId | undefined {
  if (!hasAt(head, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return undefined
  for (let offset = 8; offset + 8 <= head.length; offset += uint32be(head, offset) + 12) {
    if (hasAt(head, offset + 4, 'acTL')) return 'apng'
    if (hasAt(head, offset + 4, 'IDAT')) break
  }
  return 'png'
}

/** 'BM' may also start text; the second header has one of these sizes. */
const bmpHeaderSizes: ReadonlySet<number> = new Set([12, 16, 40, 52, 56, 64, 108, 124])

function sniffBmp(head: Uint8Array): FormatId | undefined {
  if (head.length < 18 || !hasAt(head, 0, 'BM')) return undefined
  return bmpHeaderSizes.has(uint32le(head, 14)) ? 'bmp' : undefined
}

/** Icons (1) and cursors (2): the first image must follow the directory. */
function sniffIco(head: Uint8Array): FormatId | undefined {
  if (head.length < 22 || !(hasAt(head, 0, [0, 0, 1, 0]) || hasAt(head, 0, [0, 0, 2, 0]))) return undefined
  const count = uint16le(head, 4)
  return count > 0 && uint32le(head, 14) > 0 && uint32le(head, 18) >= 6 + 16 * count ? 'ico' : undefined
}

/** WebM is Matroska with another DocType, one of the first elements. */
function sniffMatroska(head: Uint8Array): FormatId | undefined {
  if (!hasAt(head, 0, [0x1a, 0x45, 0xdf, 0xa3])) return undefined
  const docType = indexOf(head, [0x42, 0x82], 4, 256)
  if (docType < 0) return undefined
  if (hasAt(head, docType + 3, 'webm')) return 'webm'
  return hasAt(head, docType + 3, 'matroska') ? 'mkv' : undefined
}

/** Version 1, only known flags, and the length of the header. */
function sniffFlashVideo(head: Uint8Array): FormatId | undefined {
  const isHeader = hasAt(head, 0, 'FLV\x01') && ((head[4] ?? 0xff) & 0xfa) === 0
  return isHeader && uint32be(head, 5) === 9 ? 'flv' : undefined
}

/** SVG, playlists, RTF and HTML. Compressed SVG (svgz) is inflated as far as needed. */
function sniffMarkup(head: Uint8Array): FormatId | undefined {
  const isCompressed = hasAt(head, 0, [0x1f, 0x8b, 8])
  const text = decodeText(isCompressed ? inflateGzipHead(head) : head)
  const root = rootElement(text)
  if (root === 'svg') return 'svg'
  if (isCompressed) return undefined
  if (isPlaylist(text, root)) return 'playlist'
  if (text.trimStart().startsWith('{\\rtf')) return 'rtf'
  return isPage(text, root) ? 'html' : undefined
}

/** Readers search the first kilobyte for the signature; only white space and a byte order mark are accepted here. */
function sniffPdf(head: Uint8Array): FormatId | undefined {
  let offset = hasAt(head, 0, [0xef, 0xbb, 0xbf]) ? 3 : 0
  while (offset < 1024 && (head[offset] ?? 0xff) <= 0x20) offset += 1
  return hasAt(head, offset, '%PDF-') ? 'pdf' : undefined
}
