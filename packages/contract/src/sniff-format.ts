/** Detects a file's format from its first bytes and a second part; names and MIME types are never trusted. */
import { type FormatId, formatFacts, formatIds, formats } from './formats.ts'
import { endOfId3Tags, isZeros, sniffAudioFrames, sniffLateMp3 } from './sniff/audio-frames.ts'
import { hasAt, indexOf, uint16le, uint32be, uint32le } from './sniff/bytes.ts'
import { directoryStart, sniffCompoundFile } from './sniff/compound-file.ts'
import { inflateGzipHead } from './sniff/inflate-gzip-head.ts'
import { sniffIsoMedia } from './sniff/iso-media.ts'
import { decodeText, rootElement } from './sniff/markup-text.ts'
import { sniffMpegStream } from './sniff/mpeg-streams.ts'
import { sniffCompressed, sniffPacked } from './sniff/packed-files.ts'
import { isPage, sniffPlainText } from './sniff/plain-text.ts'
import { sniffRareImage } from './sniff/rare-images.ts'
import { sniffRawPhoto } from './sniff/raw-photo.ts'
import { sniffZipPackage } from './sniff/zip-package.ts'

const pageHeaderBytes = 27
const firstPageFlag = 2

/** Theora, Dirac, VP8 and the old OGM. */
const videoHeaders = ['\x80theora', 'BBCD\0', 'OVP80', '\x01video']
const opusHeader = 'OpusHead'
/** Skeleton: index of the other streams. */
const skeletonHeader = 'fishead\0'

/** Distinguishes video from audio in an Ogg container by its stream headers, which are all at the beginning. */
function sniffOgg(head: Uint8Array): FormatId | undefined {
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

const header = [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9, 0, 0xaa, 0, 0x62, 0xce, 0x6c]
const streamTail = [0x4d, 0x5b, 0xcf, 0x11, 0xa8, 0xfd, 0, 0x80, 0x5f, 0x5c, 0x44, 0x2b]
const videoStream = [0xc0, 0xef, 0x19, 0xbc, ...streamTail]
const audioStream = [0x40, 0x9e, 0x69, 0xf8, ...streamTail]

/** Distinguishes video (WMV) from audio (WMA) in ASF containers by the stream types. */
function sniffWindowsMedia(head: Uint8Array): FormatId | undefined {
  if (!hasAt(head, 0, header)) return undefined
  if (indexOf(head, videoStream, header.length, head.length) >= 0) return 'wmv'
  const isAudio = indexOf(head, audioStream, header.length, head.length) >= 0
  // Large cover art may push the stream headers out of the head; only audio files have that.
  return isAudio || uint32le(head, header.length) > head.length ? 'wma' : undefined
}

/** Number of leading bytes for a reliable result; fewer are enough for most files. */
export const sniffHeadBytes = 65_536

/**
 * Start of a second part of the same length, if it is needed: ZIP and compound files have their directories at the end
 * or anywhere, and zeros may precede an MP3.
 */
export function tailStart(head: Uint8Array, sizeBytes: number): number | undefined {
  if (sizeBytes <= sniffHeadBytes) return undefined
  const lastBytes = sizeBytes - sniffHeadBytes
  if (hasAt(head, 0, [0xd0, 0xcf, 0x11, 0xe0])) {
    const directory = directoryStart(head)
    return directory < sizeBytes ? directory : lastBytes
  }
  return hasAt(head, 0, 'PK\x03\x04') || isZeros(head) ? lastBytes : undefined
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
  sniffRawPhoto,
  sniffSignature,
  sniffPacked,
  sniffPng,
  sniffBmp,
  sniffIco,
  sniffIsoMedia,
  sniffMatroska,
  sniffOgg,
  sniffWindowsMedia,
  sniffFlashVideo,
  sniffDv,
  sniffFlic,
  sniffZipPackage,
  sniffCompoundFile,
  sniffTaggedAudio,
  sniffRareImage,
  sniffAudioFrames,
  sniffMpegStream,
  sniffMarkup,
  sniffCompressed,
  sniffPdf,
  sniffLateMp3,
  // Since most files could be text.
  sniffPlainText,
  sniffLatePdf,
]

/** Formats with a fixed start are recognized by their entry in the format table. */
const signatures = formatIds.flatMap(id => (formatFacts(id).signatures ?? []).map(start => ({ id, start })))

function sniffSignature(head: Uint8Array): FormatId | undefined {
  return signatures.find(({ start }) =>
    [...start].every((character, at) => character === '?' || head[at] === character.charCodeAt(0)),
  )?.id
}

/** An ID3 tag is mostly before MP3 frames, but any audio file may start with one. */
function sniffTaggedAudio(head: Uint8Array): FormatId | undefined {
  const tagsEnd = endOfId3Tags(head)
  if (tagsEnd === 0) return undefined
  const format = sniffSignature(head.subarray(tagsEnd))
  return format !== undefined && formats[format].kind === 'audio' ? format : undefined
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

/** Sizes of the second header, of which OS/2 may leave out any fields at the end. 'BM' may also start text. */
const bmpHeaderSizes = { core: 12, least: 16, most: 124 }

function sniffBmp(head: Uint8Array): FormatId | undefined {
  if (head.length < 18 || !hasAt(head, 0, 'BM')) return undefined
  const size = uint32le(head, 14)
  const { core, least, most } = bmpHeaderSizes
  return size === core || (size >= least && size <= most) ? 'bmp' : undefined
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

const dvBlockBytes = 80

/** A header block of a DIF sequence, followed by its first block of subcode data. */
function sniffDv(head: Uint8Array): FormatId | undefined {
  const isHeader = hasAt(head, 0, [0x1f, 0x07, 0x00]) && ((head[3] ?? 0) & 0x7f) === 0x3f
  const isSubcode = (head[dvBlockBytes] ?? 0) >> 5 === 1 && hasAt(head, dvBlockBytes + 1, [0x07, 0x00])
  return isHeader && isSubcode ? 'dv' : undefined
}

/** Its mark after the size, then frames, width, height and 8 bits of depth. */
function sniffFlic(head: Uint8Array): FormatId | undefined {
  const isMarked = hasAt(head, 4, [0x11, 0xaf]) || hasAt(head, 4, [0x12, 0xaf])
  const hasSize = [6, 8, 10].every(offset => uint16le(head, offset) > 0)
  return isMarked && hasSize && uint16le(head, 12) === 8 ? 'flic' : undefined
}

/** SVG, FB2, playlists, RTF, DXF and HTML. Compressed SVG (svgz) is inflated as far as needed. */
function sniffMarkup(head: Uint8Array): FormatId | undefined {
  const isCompressed = hasAt(head, 0, [0x1f, 0x8b, 8])
  const text = decodeText(isCompressed ? inflateGzipHead(head) : head)
  const root = rootElement(text)
  if (root === 'svg') return 'svg'
  if (root === 'FictionBook') return 'fb2'
  if (isCompressed) return undefined
  if (isPlaylist(text, root)) return 'playlist'
  if (text.trimStart().startsWith('{\\rtf')) return 'rtf'
  if (isDxf(text)) return 'dxf'
  return isPage(text, root) ? 'html' : undefined
}

const dxfCodes = { comment: '999', entity: '0' }

/** Pairs of lines, a code and its value: comments, then the first section. Lines before a code may be empty. */
function isDxf(text: string): boolean {
  let start = 0
  /** Undefined at the end. */
  const nextLine = () => {
    const end = text.indexOf('\n', start)
    const line = end < 0 ? undefined : text.slice(start, end).trim()
    start = end < 0 ? text.length : end + 1
    return line
  }
  const nextCode = () => {
    let line = nextLine()
    while (line === '') line = nextLine()
    return line
  }
  let code = nextCode()
  while (code === dxfCodes.comment && nextLine() !== undefined) code = nextCode()
  return code === dxfCodes.entity && nextCode() === 'SECTION'
}

/** Readers search the first kilobyte for the signature; only white space and a byte order mark are accepted here. */
function sniffPdf(head: Uint8Array): FormatId | undefined {
  let offset = hasAt(head, 0, [0xef, 0xbb, 0xbf]) ? 3 : 0
  while (offset < 1024 && (head[offset] ?? 0xff) <= 0x20) offset += 1
  return hasAt(head, offset, '%PDF-') ? 'pdf' : undefined
}

/** Behind junk, as readers accept it; text that merely mentions the signature is text. */
function sniffLatePdf(head: Uint8Array): FormatId | undefined {
  return indexOf(
    head,
    [...'%PDF-'].map(character => character.charCodeAt(0)),
    0,
    1024,
  ) >= 0
    ? 'pdf'
    : undefined
}

const openings = [/^#EXTM3U(?!\w)/i, /^ffconcat version/i, /^\[(?:playlist|reference)\]/i]

/** DASH, Smooth Streaming, XSPF, Windows Media and SMIL. */
const roots: ReadonlySet<string> = new Set(['mpd', 'smoothstreamingmedia', 'playlist', 'asx', 'smil'])

/** Detects playlists, which reference other files that an engine would open (SSRF, local file disclosure). */
function isPlaylist(text: string, root: string | undefined): boolean {
  const start = text.slice(0, 1024).trimStart()
  return (
    openings.some(opening => opening.test(start)) || (root !== undefined && roots.has(root.toLowerCase()))
  )
}
