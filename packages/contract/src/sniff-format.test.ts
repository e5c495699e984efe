import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sniffFormat } from './sniff-format.ts'

const ascii = (text: string) => Uint8Array.from(text, character => character.charCodeAt(0))
const bytes = (...parts: (string | number[] | Uint8Array)[]) =>
  Uint8Array.from(parts.flatMap(part => [...(typeof part === 'string' ? ascii(part) : part)]))
const zeros = (count: number) => new Uint8Array(count)
const pngChunk = (type: string, length: number) => bytes([0, 0, 0, length], type, zeros(length + 4))
const pngMark = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const ftyp = (major: string, ...compatible: string[]) =>
  bytes([0, 0, 0, 16 + 4 * compatible.length], 'ftyp', major, zeros(4), compatible.join(''), zeros(8))
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'
const utf16 = (text: string, isLittle: boolean) =>
  bytes(
    ...[...text].map(character => (isLittle ? [character.charCodeAt(0), 0] : [0, character.charCodeAt(0)])),
  )

/** 128 kbit/s, 44100 Hz: a frame of 417 bytes. */
const mp3Frame = bytes([0xff, 0xfb, 0x90, 0x00], zeros(413))
/** 32 bytes long. */
const adtsFrame = bytes([0xff, 0xf1, 0x50, 0x80, 0x04, 0x1f, 0xfc], zeros(25))
const id3 = (tagBytes: number) =>
  bytes('ID3', [4, 0, 0, 0, 0, tagBytes >> 7, tagBytes & 127], zeros(tagBytes))
const asf = [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9, 0, 0xaa, 0, 0x62, 0xce, 0x6c]
const asfVideo = [0xc0, 0xef, 0x19, 0xbc, 0x4d, 0x5b, 0xcf, 0x11]
const icon = (kind: number) =>
  bytes([0, 0, kind, 0, 1, 0], [16, 16, 0, 0, 1, 0, 32, 0], [9, 0, 0, 0, 22, 0, 0, 0])
const bitmap = (headerSize: number) => bytes('BM', zeros(12), [headerSize, 0, 0, 0], zeros(40))

describe('pictures', () => {
  test.each([
    ['jpg', bytes([0xff, 0xd8, 0xff, 0xe0])],
    ['png', bytes(pngMark, pngChunk('IHDR', 13), pngChunk('IDAT', 5))],
    ['apng', bytes(pngMark, pngChunk('IHDR', 13), pngChunk('acTL', 8), pngChunk('IDAT', 5))],
    ['png', bytes(pngMark, pngChunk('IHDR', 13), pngChunk('IDAT', 5), pngChunk('acTL', 8))],
    ['gif', bytes('GIF87a', zeros(7))],
    ['gif', bytes('GIF89a', zeros(7))],
    ['webp', bytes('RIFF', zeros(4), 'WEBPVP8L')],
    ['tiff', bytes([0x49, 0x49, 0x2a, 0x00], zeros(8))],
    ['tiff', bytes([0x4d, 0x4d, 0x00, 0x2a], zeros(8))],
    ['tiff', bytes([0x49, 0x49, 0x2b, 0x00, 0x08, 0x00], zeros(8))],
    ['tiff', bytes([0x4d, 0x4d, 0x00, 0x2b, 0x00, 0x08], zeros(8))],
    ['psd', bytes('8BPS', [0, 1], zeros(20))],
    ['jxl', bytes([0xff, 0x0a], zeros(8))],
    ['jxl', bytes([0, 0, 0, 12], 'JXL ', [0x0d, 0x0a, 0x87, 0x0a])],
    ['bmp', bitmap(40)],
    ['bmp', bitmap(12)],
    ['bmp', bitmap(124)],
    ['ico', icon(1)],
    ['ico', icon(2)],
    ['heic', ftyp('heic', 'mif1')],
    ['heic', ftyp('mif1', 'heic')],
    ['avif', ftyp('avif', 'mif1')],
    ['avif', ftyp('mif1', 'miaf', 'avif')],
  ])('%s', (format, head) => {
    expect(sniffFormat(head)).toBe(format)
  })
})

describe('drawings', () => {
  test.each([
    ['bare', ascii(drawing)],
    ['after white space', ascii(`\r\n\t ${drawing}`)],
    ['with a namespace prefix', ascii('<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>')],
    [
      'after a declaration and comments',
      ascii(`<?xml version="1.0"?><!-- a > b <html> --><!-- c -->${drawing}`),
    ],
    [
      'after a document type with entities',
      ascii(`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x" [<!ENTITY a "]>"><!-- ]> -->]>${drawing}`),
    ],
    ['with a UTF-8 mark', bytes([0xef, 0xbb, 0xbf], drawing)],
    ['UTF-16, little end first', bytes([0xff, 0xfe], utf16(drawing, true))],
    ['UTF-16, big end first', bytes([0xfe, 0xff], utf16(drawing, false))],
    ['UTF-16 without a mark', utf16(`<?xml version="1.0"?>${drawing}`, true)],
    ['compressed', gzipSync(drawing)],
    ['compressed, after a long prolog', gzipSync(`<!-- ${'lorem ipsum dolor '.repeat(300)} -->${drawing}`)],
    ['compressed, stored', gzipSync(drawing, { level: 0 })],
    ['compressed, only the beginning', gzipSync(`${drawing}${Math.PI}`.repeat(5000)).subarray(0, 400)],
  ])('%s', (_, head) => {
    expect(sniffFormat(head)).toBe('svg')
  })
})

describe('films and sound', () => {
  test.each([
    ['mp4', ftyp('isom', 'iso2', 'avc1')],
    ['mp4', ftyp('mp42')],
    ['mp4', ftyp('XAVC', 'mp42')],
    ['mov', ftyp('qt  ')],
    ['mov', bytes([0, 0, 0, 8], 'wide', [0, 0, 1, 0], 'mdat')],
    ['m4a', ftyp('M4A ', 'isom')],
    ['mkv', bytes([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x88], 'matroska')],
    ['webm', bytes([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x84], 'webm')],
    ['avi', bytes('RIFF', zeros(4), 'AVI LIST')],
    ['wav', bytes('RIFF', zeros(4), 'WAVEfmt ')],
    ['wmv', bytes(asf, zeros(30), asfVideo, zeros(8))],
    ['ogg', bytes('OggS', zeros(24), [1], 'vorbis')],
    ['flac', bytes('fLaC', zeros(8))],
    ['flac', bytes(id3(20), 'fLaC')],
    ['mp3', bytes(id3(300), mp3Frame)],
    ['mp3', bytes(mp3Frame, mp3Frame)],
    ['aac', bytes(adtsFrame, adtsFrame)],
    ['aac', bytes(id3(20), adtsFrame, adtsFrame)],
  ])('%s', (format, head) => {
    expect(sniffFormat(head)).toBe(format)
  })
})

test.each([
  ['at the start', '%PDF-1.7\n'],
  ['after white space', '\r\n %PDF-1.4\n'],
])('pdf %s', (_, text) => {
  expect(sniffFormat(ascii(text))).toBe('pdf')
})

describe('what is none of ours stays unknown', () => {
  test.each([
    ['nothing', zeros(0)],
    ['zeros', zeros(64)],
    ['text', ascii('Just words, and more words.\n')],
    ['text that begins like a bitmap', ascii('BMW makes cars and motorcycles in Munich.')],
    ['PostScript', ascii('%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10')],
    ['MVG', ascii('push graphic-context\nviewbox 0 0 640 480\n')],
    ['HTML with a drawing in it', ascii(`<!DOCTYPE html><html><body>${drawing}</body></html>`)],
    ['XML of another kind', ascii('<?xml version="1.0"?><svgfoo/>')],
    ['a document type that never ends', ascii(`<!DOCTYPE svg [ <!ENTITY a "b`)],
    ['zip', bytes('PK', [3, 4], zeros(30))],
    ['gzip of text', gzipSync('words '.repeat(100))],
    [
      'gzip of nonsense',
      bytes([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3], deflateRawSync('x').reverse(), [7, 7, 7]),
    ],
    ['a playlist', ascii('#EXTM3U\n#EXT-X-TARGETDURATION:10\n')],
    ['an ffconcat script', ascii('ffconcat version 1.0\nfile /etc/passwd\n')],
    ['UTF-16 text', bytes([0xff, 0xfe], utf16('plain words', true))],
    ['a camera file in the ISO container', ftyp('crx ')],
    ['Ogg with a film', bytes('OggS', zeros(24), [0x80], 'theora')],
    ['Windows sound', bytes(asf, zeros(60))],
    ['an icon whose picture would overlap its directory', icon(1).with(18, 3)],
  ])('%s', (_, head) => {
    expect(sniffFormat(head)).toBeUndefined()
  })
})
