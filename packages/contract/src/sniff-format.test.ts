import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sniffFormat, sniffHeadBytes, tailStart } from './sniff-format.ts'

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
/** 48 kHz, 32 kbit/s: a frame of 128 bytes. */
const ac3Frame = bytes([0x0b, 0x77, 0, 0, 0, 8 << 3], zeros(122))
/** Contains its length, 64 bytes. */
const eac3Frame = bytes([0x0b, 0x77, 0, 31, 0, 16 << 3], zeros(58))
const id3 = (tagBytes: number) =>
  bytes('ID3', [4, 0, 0, 0, 0, tagBytes >> 7, tagBytes & 127], zeros(tagBytes))
const asf = [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9, 0, 0xaa, 0, 0x62, 0xce, 0x6c]
const asfStreamTail = [0x4d, 0x5b, 0xcf, 0x11, 0xa8, 0xfd, 0, 0x80, 0x5f, 0x5c, 0x44, 0x2b]
const asfVideo = [0xc0, 0xef, 0x19, 0xbc, ...asfStreamTail]
const asfAudio = [0x40, 0x9e, 0x69, 0xf8, ...asfStreamTail]
const oggPage = (content: string, isFirst = true) =>
  bytes('OggS', [0, isFirst ? 2 : 0], zeros(20), [1, content.length], content)
const transport = (packetBytes: number, count: number) =>
  bytes(...Array.from({ length: count }, () => bytes([0x47, 0x40, 0x11, 0x10], zeros(packetBytes - 4))))
const mpeg2Pack = [0, 0, 1, 0xba, 0x44, 0, 4, 0, 4, 1, 1, 0x89, 0xc3, 0xf8]
const mpeg1Pack = [0, 0, 1, 0xba, 0x21, 0, 1, 0, 1, 0x80, 0x1b, 0x83]
const sequenceHeader = [0, 0, 1, 0xb3, 0x14, 0, 0xf0, 0x14, 0xff, 0xff, 0xe0, 0x18]
const dash = '<?xml version="1.0"?><!-- made by hand --><MPD xmlns="urn:mpeg:dash:schema:mpd:2011">'
const icon = (kind: number) =>
  bytes([0, 0, kind, 0, 1, 0], [16, 16, 0, 0, 1, 0, 32, 0], [9, 0, 0, 0, 22, 0, 0, 0])
const bitmap = (headerSize: number) => bytes('BM', zeros(12), [headerSize, 0, 0, 0], zeros(40))

describe('sniffFormat: images', () => {
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
    ['qoi', bytes('qoif', [0, 0, 0, 2, 0, 0, 0, 1, 4, 0], zeros(9), [1])],
    ['eps', bytes('%!PS-Adobe-3.0 EPSF-3.0', [10], '%%BoundingBox: 0 0 10 10')],
    ['ps', bytes('%!PS-Adobe-3.0', [10], '%%Pages: 1')],
    ['emf', bytes([1, 0, 0, 0, 108, 0, 0, 0], zeros(32), ' EMF')],
    ['dxf', bytes('  0', [13, 10], 'SECTION', [13, 10], '  2', [13, 10], 'HEADER', [13, 10])],
    ['xbm', bytes('#define a_width 8', [10], '#define a_height 8', [10], 'static char')],
    ['txt', bytes('qoif is a signature\n')],
    ['jxl', bytes([0, 0, 0, 12], 'JXL ', [0x0d, 0x0a, 0x87, 0x0a])],
    ['bmp', bitmap(40)],
    ['bmp', bitmap(12)],
    ['bmp', bitmap(124)],
    ['bmp', bitmap(24)],
    ['ico', icon(1)],
    ['ico', icon(2)],
    ['heic', ftyp('heic', 'mif1')],
    ['heic', ftyp('mif1', 'heic')],
    ['avif', ftyp('avif', 'mif1')],
    ['avif', ftyp('mif1', 'miaf', 'avif')],
    ['avif', ftyp('avis', 'msf1', 'iso8', 'mif1', 'avif')],
    ['avif', ftyp('msf1', 'iso8', 'avis')],
    ['avif', ftyp('mif1', 'miaf', 'MA1B')],
    ['avif', ftyp('none', 'mif1', 'avif')],
    ['heic', ftyp('msf1', 'iso8', 'hevc')],
    ['heic', ftyp('mif2', 'mif1', 'heix')],
    ['heic', ftyp('1pic', 'miaf')],
    ['heic', ftyp('miaf')],
    ['heic', ftyp('none', 'mif1')],
    ['mp4', ftyp('isom', 'mif1')],
  ])('%s', (format, head) => {
    expect(sniffFormat(head)).toBe(format)
  })
})

describe('sniffFormat: SVG', () => {
  test.each([
    ['plain', ascii(drawing)],
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
    ['with a UTF-8 byte order mark', bytes([0xef, 0xbb, 0xbf], drawing)],
    ['UTF-16, little-endian', bytes([0xff, 0xfe], utf16(drawing, true))],
    ['UTF-16, big-endian', bytes([0xfe, 0xff], utf16(drawing, false))],
    ['UTF-16 without a byte order mark', utf16(`<?xml version="1.0"?>${drawing}`, true)],
    ['compressed', gzipSync(drawing)],
    ['compressed, after a long prolog', gzipSync(`<!-- ${'lorem ipsum dolor '.repeat(300)} -->${drawing}`)],
    ['compressed, stored', gzipSync(drawing, { level: 0 })],
    ['compressed, truncated', gzipSync(`${drawing}${Math.PI}`.repeat(5000)).subarray(0, 400)],
  ])('%s', (_, head) => {
    expect(sniffFormat(head)).toBe('svg')
  })
})

describe('sniffFormat: video and audio', () => {
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
    ['mov', bytes([0x12, 0xc0, 0x22, 0x31], 'mdat', zeros(8))],
    ['3gp', ftyp('3gp4', 'isom')],
    ['3gp', ftyp('3g2a', 'isom')],
    ['3gp', ftyp('KDDI', '3g2a', 'isom')],
    ['mp4', ftyp('isom', '3gp4')],
    ['wmv', bytes(asf, zeros(30), asfVideo, zeros(8))],
    ['wmv', bytes(asf, zeros(30), asfAudio, zeros(60), asfVideo, zeros(8))],
    ['wma', bytes(asf, zeros(30), asfAudio, zeros(8))],
    ['wma', bytes(asf, [0, 0, 2, 0], zeros(60))],
    ['ogg', oggPage('\x01vorbis')],
    ['ogg', bytes(oggPage('\x01vorbis'), oggPage('\x80theora', false))],
    ['opus', oggPage('OpusHead')],
    ['opus', bytes(oggPage('fishead\0'), oggPage('OpusHead'))],
    ['ogv', oggPage('\x80theora')],
    ['ogv', bytes(oggPage('OpusHead'), oggPage('OVP80'))],
    ['ogv', bytes(oggPage('fishead\0'), oggPage('\x01vorbis'), oggPage('\x80theora'))],
    ['flv', bytes('FLV', [1, 5, 0, 0, 0, 9, 0, 0, 0, 0])],
    ['mpeg', bytes(mpeg2Pack, [0, 0, 1, 0xbb])],
    ['mpeg', bytes(mpeg2Pack.with(13, 0xfa), [0xff, 0xff, 0, 0, 1, 0xe0])],
    ['mpeg', bytes(mpeg1Pack, [0, 0, 1, 0xbb])],
    ['mpeg', bytes(sequenceHeader, zeros(20))],
    ['ts', transport(188, 3)],
    ['ts', bytes(zeros(4), transport(192, 40))],
    ['ts', transport(204, 40)],
    ['ts', bytes(zeros(77), transport(188, 40))],
    ['flac', bytes('fLaC', zeros(8))],
    ['flac', bytes(id3(20), 'fLaC')],
    ['mp3', bytes(id3(300), mp3Frame)],
    ['mp3', bytes(mp3Frame, mp3Frame)],
    ['aac', bytes(adtsFrame, adtsFrame)],
    ['aac', bytes(id3(20), adtsFrame, adtsFrame)],
    ['mp3', bytes(id3(30), id3(300), zeros(50), mp3Frame)],
    ['mp3', bytes(zeros(100), mp3Frame, mp3Frame, mp3Frame)],
    ['ac3', bytes(ac3Frame, ac3Frame, ac3Frame)],
    ['ac3', bytes(eac3Frame, eac3Frame)],
    ['ac3', bytes(id3(20), ac3Frame, ac3Frame)],
    ['aiff', bytes('FORM', zeros(4), 'AIFFCOMM')],
    ['aiff', bytes('FORM', zeros(4), 'AIFCFVER')],
    ['amr', bytes('#!AMR\n', zeros(13))],
    ['amr', bytes('#!AMR-WB\n', zeros(13))],
    ['wav', bytes('RIFX', zeros(4), 'WAVEfmt ')],
  ])('%s', (format, head) => {
    expect(sniffFormat(head)).toBe(format)
  })
})

/** A TIFF whose first directory has these tags, each with one 32-bit value. */
function tiff(tags: Readonly<Record<number, number>>): Uint8Array {
  const entries = Object.entries(tags)
  const long = (value: number) => [0, 8, 16, 24].map(shift => (value >> shift) & 255)
  return bytes(
    'II*\0\x08\0\0\0',
    [entries.length, 0],
    ...entries.flatMap(([tag, value]) => [
      [Number(tag) & 255, Number(tag) >> 8, 4, 0, 1, 0, 0, 0],
      long(value),
    ]),
    zeros(4),
  )
}

const make = { 271: 0x4e4b }

test.each([
  ['Canon CR2', bytes('II*\0\x10\0\0\0CR\x02\0', zeros(20))],
  ['Canon CR3', ftyp('crx ')],
  ['DNG', tiff({ 256: 10, 50706: 1 })],
  [
    'Nikon NEF and Sony ARW: a thumbnail with the photo in a directory below',
    tiff({ 254: 1, ...make, 330: 99 }),
  ],
  ['Pentax PEF: pixels of the sensor', tiff({ 259: 65_535, ...make })],
  ['a color filter array', tiff({ 262: 32_803, ...make })],
  ['Olympus ORF', bytes('IIRO\x08\0\0\0', zeros(20))],
  ['Panasonic RW2', bytes('IIU\0\x18\0\0\0', zeros(20))],
  ['Fujifilm RAF', bytes('FUJIFILMCCD-RAW 0201', zeros(20))],
])('sniffFormat: a RAW photo is not a TIFF (%s)', (_, head) => {
  expect(sniffFormat(head)).toBe('raw')
})

test('sniffFormat: a TIFF of a camera or scanner is a TIFF', () => {
  expect(sniffFormat(tiff({ 256: 10, 259: 1, 262: 2, ...make }))).toBe('tiff')
})

test.each([
  ['wav', bytes(id3(20), 'RIFF\x24\0\0\0WAVEfmt ', zeros(20))],
  ['aiff', bytes(id3(20), 'FORM\0\0\0\x24AIFFCOMM', zeros(20))],
  ['tta', bytes(id3(20), 'TTA1\x01\0', zeros(20))],
  ['musepack', bytes(id3(20), 'MP+\x07', zeros(20))],
  ['w64', bytes('riff', [0x2e, 0x91, 0xcf, 0x11, 0xa5, 0xd6, 0x28, 0xdb], zeros(20))],
  ['wavpack', bytes('wvpk', zeros(30))],
  ['ape', bytes('MAC ', [0x96, 0x0f], zeros(30))],
  ['dsd', bytes('DSD ', [0x1c, 0, 0, 0], zeros(30))],
])('sniffFormat: %s is not an MP3, with a tag before it or without', (format, head) => {
  expect(sniffFormat(head)).toBe(format)
})

const mp2Frame = bytes([0xff, 0xfd, 0x80, 0], zeros(413))
const dtsFrame = bytes([0x7f, 0xfe, 0x80, 0x01], zeros(100))

test.each([
  ['caf', bytes('caff', [0, 1, 0, 0], 'desc', zeros(20))],
  ['au', bytes('.snd', [0, 0, 0, 24], zeros(20))],
  ['voc', bytes('Creative Voice File\x1a', zeros(20))],
  ['ra', bytes('.ra', [0xfd, 0, 3], zeros(20))],
  ['rm', bytes('.RMF', [0, 0, 0, 18], zeros(20))],
  ['mp2', bytes(mp2Frame, mp2Frame, mp2Frame)],
  ['dts', bytes(dtsFrame, dtsFrame)],
  ['dts', bytes('DTSHDHDR', zeros(20))],
  ['m4b', ftyp('M4B ', 'isom')],
  ['m4v', ftyp('M4V ', 'isom')],
  ['y4m', bytes('YUV4MPEG2 W320 H180 F25:1\n')],
  ['ivf', bytes('DKIF', [0, 0, 32, 0], 'VP80', zeros(20))],
  ['nut', bytes('nut/multimedia container\0', zeros(20))],
  ['dv', bytes([0x1f, 0x07, 0, 0xbf], zeros(76), [0x3f, 0x07, 0], zeros(20))],
  ['flic', bytes([0x20, 1, 0, 0, 0x12, 0xaf, 1, 0, 64, 1, 200, 0, 8, 0], zeros(20))],
  ['h264', bytes([0, 0, 0, 1, 0x67, 0x64, 0, 0x0a, 0, 0, 0, 1, 0x68, 0xee], zeros(20))],
  ['h264', bytes([0, 0, 0, 1, 0x09, 0xf0, 0, 0, 0, 1, 0x67, 0x64], zeros(20))],
  ['hevc', bytes([0, 0, 0, 1, 0x40, 0x01, 0x0c], zeros(20))],
  ['mxf', bytes([6, 0x0e, 0x2b, 0x34, 2, 5, 1, 1, 0x0d, 1, 2, 1, 1, 2, 4, 0], zeros(20))],
])('sniffFormat: recognizes %s by its content', (format, head) => {
  expect(sniffFormat(head)).toBe(format)
})

test.each([
  ['DTS sync word without a second frame', bytes([0x7f, 0xfe, 0x80, 0x01], zeros(100))],
  ['a single MP2 header', bytes([0xff, 0xfd, 0x84, 0], zeros(200))],
  ['a start code without parameter sets', bytes([0, 0, 0, 1, 0x41, 0x9a], zeros(20))],
])('sniffFormat: %s is not enough', (_, head) => {
  expect(sniffFormat(head)).toBeUndefined()
})

describe('sniffFormat: playlists', () => {
  test.each([
    ['HLS', ascii('#EXTM3U\n#EXT-X-TARGETDURATION:10\n')],
    ['HLS after a byte order mark and empty lines', bytes([0xef, 0xbb, 0xbf], '\r\n\n#EXTM3U\r\n')],
    ['HLS in UTF-16', bytes([0xff, 0xfe], utf16('#EXTM3U\n', true))],
    ['an ffconcat script', ascii('ffconcat version 1.0\nfile /etc/passwd\n')],
    ['PLS', ascii('[playlist]\nFile1=a.mp3\n')],
    ['DASH', ascii(dash)],
    ['XSPF', ascii('<?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/">')],
    ['ASX', ascii('<ASX version="3.0"><Entry><Ref href="a.wmv"/></Entry></ASX>')],
  ])('%s', (_, head) => {
    expect(sniffFormat(head)).toBe('playlist')
  })
})

test.each([
  ['at the start', '%PDF-1.7\n'],
  ['after white space', '\r\n %PDF-1.4\n'],
])('sniffFormat: pdf %s', (_, text) => {
  expect(sniffFormat(ascii(text))).toBe('pdf')
})

describe('sniffFormat: text that resembles other formats', () => {
  test.each([
    ['text', ascii('Just words, and more words.\n')],
    ['text that begins like a bitmap', ascii('BMW makes cars and motorcycles in Munich.')],
    ['text with a comment', ascii('% PS-Adobe-3.0 is a convention')],
    ['MVG', ascii('push graphic-context\nviewbox 0 0 640 480\n')],
    ['XML of another kind', ascii('<?xml version="1.0"?><svgfoo/>')],
    ['a document type that never ends', ascii(`<!DOCTYPE svg [ <!ENTITY a "b`)],
    ['UTF-16 text', bytes([0xff, 0xfe], utf16('plain words', true))],
    ['text about playlists', ascii('The #EXTM3U mark opens an HLS playlist.')],
    ['text before the name of an atom', ascii('the wide road')],
    ['text about tags', ascii('ID3 tags hold titles and covers of songs.')],
    ['a page full of the letter G', ascii('G'.repeat(20_000))],
    ['a DNA sequence', ascii('GATTACAGT'.repeat(188 * 20))],
  ])('%s', (_, head) => {
    expect(sniffFormat(head)).toBe('txt')
  })
})

test('sniffFormat: HTML that contains an SVG is HTML', () => {
  expect(sniffFormat(ascii(`<!DOCTYPE html><html><body>${drawing}</body></html>`))).toBe('html')
})

/** The first header of a TAR archive, with its checksum. */
function tarHeader(name: string): Buffer {
  const header = Buffer.alloc(512)
  header.write(name)
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

describe('sniffFormat: archives, signed files and fonts', () => {
  test.each([
    ['gz', gzipSync('words '.repeat(100))],
    ['gz', bytes([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3], deflateRawSync('x').reverse(), [7, 7, 7])],
    ['svg', gzipSync('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['tar', gzipSync(tarHeader('notes.txt'))],
    ['tar', tarHeader('notes.txt')],
    ['bz2', bytes('BZh91AY&SY', zeros(8))],
    ['xz', bytes([0xfd], '7zXZ', zeros(8))],
    ['zst', bytes([0x28, 0xb5, 0x2f, 0xfd], zeros(8))],
    ['cab', bytes('MSCF', zeros(40))],
    ['iso', bytes(zeros(32_769), 'CD001', zeros(8))],
    ['cpio', bytes('070701', '0'.repeat(104), 'name')],
    ['p7m', bytes([0x30, 0x82, 9, 9, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 2])],
    ['p7m', bytes([0x30, 0x80, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 3])],
    ['ttf', bytes([0, 1, 0, 0, 0, 9], zeros(8))],
    ['otf', bytes('OTTO', zeros(8))],
    ['ttc', bytes('ttcf', zeros(8))],
    ['woff', bytes('wOFF', zeros(8))],
    ['woff2', bytes('wOF2', zeros(8))],
    ['txt', bytes('070701 is a number\n')],
    ['txt', bytes('BZh9 is not an archive\n')],
    ['txt', bytes('true or false\n')],
  ])('%s', (format, head) => {
    expect(sniffFormat(head)).toBe(format)
  })

  test('a header with a wrong checksum is not TAR', () => {
    const header = tarHeader('notes.txt')
    header.write('other', 0)
    expect(sniffFormat(header)).not.toBe('tar')
  })
})

describe('sniffFormat: unknown formats', () => {
  test.each([
    ['an empty file', zeros(0)],
    ['zeros', zeros(64)],
    ['an ASF file without streams', bytes(asf, zeros(60))],
    ['two transport packets', transport(188, 2)],
    ['transport packets with the error flag', transport(188, 20).map(byte => (byte === 0x40 ? 0x80 : byte))],
    ['a truncated MP3 frame', mp3Frame.subarray(0, 300)],
    ['an MP3 frame followed by other data', bytes(mp3Frame, zeros(2000))],
    ['an AAC frame followed by other data', bytes(adtsFrame, zeros(2000))],
    ['an AC-3 frame followed by other data', bytes(ac3Frame, zeros(2000))],
    ['an FLV header with an unknown length', bytes('FLV', [1, 5, 0, 0, 0, 8, 0, 0])],
    ['only an MPEG start code', bytes([0, 0, 1, 0xba, 0x44], zeros(40))],
    ['a sequence header without a size', bytes(sequenceHeader.with(4, 0).with(5, 0).with(6, 0), zeros(20))],
    ['an IFF image', bytes('FORM', zeros(4), 'ILBMBMHD')],
    ['an icon whose image would overlap its directory', icon(1).with(18, 3)],
  ])('%s', (_, head) => {
    expect(sniffFormat(head)).toBeUndefined()
  })
})

test('sniffFormat: random bytes are never media, and an MP3 stream is found behind an incomplete frame', () => {
  const seeds = Array.from({ length: 300 }, (_, seed) => seed)
  expect(seeds.filter(seed => sniffFormat(noise(seed, 4096)) !== undefined)).toEqual([])
  const stream = bytes(...seeds.slice(0, 12).map(seed => bytes([0xff, 0xfb, 0x90, 0], noise(seed, 413))))
  const cuts = Array.from({ length: 417 }, (_, cut) => sniffFormat(stream.subarray(cut)))
  expect(new Set(cuts)).toEqual(new Set(['mp3']))
})

describe('sniffFormat: finds MP3 frames behind', () => {
  const frames = bytes(
    ...Array.from({ length: 8 }, (_, seed) => bytes([0xff, 0xfb, 0x90, 0], noise(seed, 413))),
  )
  test.each([
    ['zeros', bytes(zeros(5000), frames)],
    ['a tag, its padding and zeros', bytes('ID3\x03\0\0\0\0\x20\0', zeros(4096 + 6000), frames)],
    ['junk', bytes(noise(1, 3000), frames)],
  ])('%s', (_, head) => {
    expect(sniffFormat(head)).toBe('mp3')
  })

  test('more zeros than the head holds', () => {
    const head = zeros(sniffHeadBytes)
    expect(tailStart(head, 3 * sniffHeadBytes)).toBe(2 * sniffHeadBytes)
    expect(sniffFormat(head, bytes(noise(2, 100), frames))).toBe('mp3')
    expect(sniffFormat(head, noise(3, sniffHeadBytes))).toBeUndefined()
  })

  test('not behind more junk than players skip, nor for fewer frames than chance makes', () => {
    expect(sniffFormat(bytes(noise(1, 20_000), frames))).toBeUndefined()
    expect(sniffFormat(bytes(noise(1, 3000), frames.subarray(0, 4 * 417)))).toBeUndefined()
  })
})

/** Deterministic pseudo-random bytes. */
function noise(seed: number, count: number): Uint8Array {
  let state = seed * 2_654_435_761 + 12_345
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 24
  })
}

/** Each of these stopped a process for good, or for seconds. */
const stallingContents = {
  'DXF comments and empty lines': `${'999\n\n\n\n'.repeat(40)}x`,
  'Netpbm with spaces': `P1${' '.repeat(60)}x`,
  'XBM with comments that end nowhere': `${'/* */ '.repeat(10_000)}#define`,
  'white space before a root element': `${' '.repeat(65_000)}<x`,
}

test.each(Object.entries(stallingContents))('sniffFormat: takes linear time, %s', (_, content) => {
  const startedAt = process.cpuUsage()
  sniffFormat(Buffer.from(content))
  expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(1000)
})
