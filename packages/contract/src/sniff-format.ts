/** Tells a file's format from its first bytes; names and MIME types are never asked. */
import type { FormatId } from './formats.ts'
import { isAdtsAt, isMp3At, sniffId3 } from './sniff/audio-frames.ts'
import { hasAt, indexOf, uint16le, uint32be, uint32le } from './sniff/bytes.ts'
import { inflateGzipHead } from './sniff/inflate-gzip-head.ts'
import { sniffIsoMedia } from './sniff/iso-media.ts'
import { isSvg } from './sniff/svg-text.ts'

/** How many leading bytes the answer is best given from; fewer give the same answer for most files. */
export const sniffHeadBytes = 65_536

/** Undefined for everything Filesmith has no name for: text, HTML, PostScript, archives, scripts. */
export function sniffFormat(head: Uint8Array): FormatId | undefined {
  for (const sniff of sniffers) {
    const format = sniff(head)
    if (format !== undefined) return format
  }
  return undefined
}

type Sniffer = (head: Uint8Array) => FormatId | undefined

const sniffers: readonly Sniffer[] = [
  head => (hasAt(head, 0, [0xff, 0xd8, 0xff]) ? 'jpg' : undefined),
  sniffPng,
  head => (hasAt(head, 0, 'GIF87a') || hasAt(head, 0, 'GIF89a') ? 'gif' : undefined),
  sniffRiff,
  sniffTiff,
  sniffPsd,
  sniffJxl,
  sniffBmp,
  sniffIco,
  sniffIsoMedia,
  sniffMatroska,
  sniffOgg,
  sniffWindowsMedia,
  head => (hasAt(head, 0, 'fLaC') ? 'flac' : undefined),
  sniffId3,
  head => (isMp3At(head, 0) ? 'mp3' : undefined),
  head => (isAdtsAt(head, 0) ? 'aac' : undefined),
  sniffSvg,
  sniffPdf,
]

/** An animation says so (acTL) before its first picture data (IDAT). */
function sniffPng(head: Uint8Array): FormatId | undefined {
  if (!hasAt(head, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return undefined
  for (let offset = 8; offset + 8 <= head.length; offset += uint32be(head, offset) + 12) {
    if (hasAt(head, offset + 4, 'acTL')) return 'apng'
    if (hasAt(head, offset + 4, 'IDAT')) break
  }
  return 'png'
}

function sniffRiff(head: Uint8Array): FormatId | undefined {
  if (!hasAt(head, 0, 'RIFF') && !hasAt(head, 0, 'RF64')) return undefined
  if (hasAt(head, 8, 'WEBP')) return 'webp'
  if (hasAt(head, 8, 'WAVE')) return 'wav'
  return hasAt(head, 8, 'AVI ') ? 'avi' : undefined
}

/** Classic TIFF counts 42, BigTIFF 43 with eight-byte offsets. */
function sniffTiff(head: Uint8Array): FormatId | undefined {
  const starts = [
    [0x49, 0x49, 0x2a, 0x00],
    [0x4d, 0x4d, 0x00, 0x2a],
    [0x49, 0x49, 0x2b, 0x00, 0x08, 0x00],
    [0x4d, 0x4d, 0x00, 0x2b, 0x00, 0x08],
  ]
  return starts.some(start => hasAt(head, 0, start)) ? 'tiff' : undefined
}

function sniffPsd(head: Uint8Array): FormatId | undefined {
  const isKnownVersion = hasAt(head, 4, [0, 1]) || hasAt(head, 4, [0, 2])
  return hasAt(head, 0, '8BPS') && isKnownVersion ? 'psd' : undefined
}

function sniffJxl(head: Uint8Array): FormatId | undefined {
  const container = [0, 0, 0, 12, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a]
  return hasAt(head, 0, [0xff, 0x0a]) || hasAt(head, 0, container) ? 'jxl' : undefined
}

/** 'BM' alone also begins words; the size of the second header is one of a few. */
const bmpHeaderSizes: ReadonlySet<number> = new Set([12, 16, 40, 52, 56, 64, 108, 124])

function sniffBmp(head: Uint8Array): FormatId | undefined {
  if (head.length < 18 || !hasAt(head, 0, 'BM')) return undefined
  return bmpHeaderSizes.has(uint32le(head, 14)) ? 'bmp' : undefined
}

/** Icons (1) and cursors (2): the first picture must stand behind the directory. */
function sniffIco(head: Uint8Array): FormatId | undefined {
  if (head.length < 22 || !(hasAt(head, 0, [0, 0, 1, 0]) || hasAt(head, 0, [0, 0, 2, 0]))) return undefined
  const count = uint16le(head, 4)
  return count > 0 && uint32le(head, 14) > 0 && uint32le(head, 18) >= 6 + 16 * count ? 'ico' : undefined
}

/** WebM is Matroska that names itself so; the name is one of the first elements. */
function sniffMatroska(head: Uint8Array): FormatId | undefined {
  if (!hasAt(head, 0, [0x1a, 0x45, 0xdf, 0xa3])) return undefined
  const docType = indexOf(head, [0x42, 0x82], 4, 256)
  if (docType < 0) return undefined
  if (hasAt(head, docType + 3, 'webm')) return 'webm'
  return hasAt(head, docType + 3, 'matroska') ? 'mkv' : undefined
}

/** Ogg with a film inside (Theora) is not the sound format known by that name. */
function sniffOgg(head: Uint8Array): FormatId | undefined {
  if (!hasAt(head, 0, 'OggS')) return undefined
  return indexOf(head, [0x80, 0x74, 0x68, 0x65, 0x6f, 0x72, 0x61], 0, 4096) < 0 ? 'ogg' : undefined
}

const asfHeader = [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11]
const asfVideoStream = [0xc0, 0xef, 0x19, 0xbc, 0x4d, 0x5b, 0xcf, 0x11]

/** The same container holds sound alone (WMA), which we have no name for. */
function sniffWindowsMedia(head: Uint8Array): FormatId | undefined {
  return hasAt(head, 0, asfHeader) && indexOf(head, asfVideoStream, 16, head.length) >= 0 ? 'wmv' : undefined
}

/** Compressed drawings (svgz) are unpacked as far as needed to see that they are drawings. */
function sniffSvg(head: Uint8Array): FormatId | undefined {
  const text = hasAt(head, 0, [0x1f, 0x8b, 8]) ? inflateGzipHead(head) : head
  return isSvg(text) ? 'svg' : undefined
}

/** Readers look for the mark within the first kilobyte; we only forgive white space and a byte order mark. */
function sniffPdf(head: Uint8Array): FormatId | undefined {
  let offset = hasAt(head, 0, [0xef, 0xbb, 0xbf]) ? 3 : 0
  while (offset < 1024 && (head[offset] ?? 0xff) <= 0x20) offset += 1
  return hasAt(head, offset, '%PDF-') ? 'pdf' : undefined
}
