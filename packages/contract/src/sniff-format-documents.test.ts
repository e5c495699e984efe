import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sniffFormat, sniffHeadBytes, tailStart } from './sniff-format.ts'

const contentTypes = '[Content_Types].xml'

interface Entry {
  readonly name: string
  readonly content: Buffer
  readonly isPacked?: boolean
}

const entry = (name: string, content: Buffer | string = 'x'): Entry => ({
  name,
  content: Buffer.from(content),
})

/** A zip whose local headers have no sizes, as written by streaming programs. */
function zip(...entries: Entry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  for (const { name, content, isPacked = false } of entries) {
    const body = isPacked ? deflateRawSync(content) : content
    const local = Buffer.alloc(30)
    local.write('PK\x03\x04', 'latin1')
    local.writeUInt16LE(isPacked ? 8 : 0, 8)
    local.writeUInt32LE(isPacked ? 0 : body.length, 18)
    local.writeUInt16LE(name.length, 26)
    locals.push(local, Buffer.from(name), body)
    const central = Buffer.alloc(46)
    central.write('PK\x01\x02', 'latin1')
    central.writeUInt32LE(crc32(content), 16)
    central.writeUInt16LE(name.length, 28)
    directory.push(central, Buffer.from(name))
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  return Buffer.concat([...locals, ...directory, end])
}

/** A compound file whose directory follows `fillerSectors` sectors. */
function compoundFile(streams: readonly string[], fillerSectors = 0, filler = Buffer.alloc(512)): Buffer {
  const header = Buffer.alloc(512)
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(header)
  header.writeUInt16LE(9, 30)
  const directory = Buffer.alloc(512)
  for (const [index, name] of streams.entries()) {
    directory.write(name, index * 128, 'utf16le')
    directory.writeUInt16LE(2 * name.length + 2, index * 128 + 64)
    directory[index * 128 + 66] = 2
  }
  return Buffer.concat([header, ...Array.from({ length: fillerSectors }, () => filler), directory])
}

const sniff = (file: Buffer) => sniffFormat(file.subarray(0, sniffHeadBytes), file.subarray(-sniffHeadBytes))
const openDocument = (type: string) => zip(entry('mimetype', type), entry('content.xml'))

/** 'Twenty records, each of eighty columns.' in code page 037. */
const ebcdic = Buffer.from(
  'e3a68595a3a840998583969984a26b40858183884096864085898788a3a840839693a49495a24b',
  'hex',
)

describe('sniffFormat: ZIP packages', () => {
  const large = entry('word/media/image1.png', Buffer.alloc(200_000, 0x41))
  test.each([
    ['docx', zip(entry(contentTypes), entry('_rels/.rels'), entry('word/document.xml'))],
    ['docx', zip(entry('word/document.xml'), entry(contentTypes))],
    ['docx', zip(entry(contentTypes), large, entry('word/document2.xml'))],
    [
      'docx',
      zip({ ...entry(contentTypes, 'types '.repeat(99)), isPacked: true }, entry('word/document.xml')),
    ],
    ['odt', openDocument('application/vnd.oasis.opendocument.text')],
    ['odt', openDocument('application/vnd.oasis.opendocument.text-template')],
    [
      'odt',
      zip({ ...entry('mimetype', 'application/vnd.oasis.opendocument.text'), isPacked: true }, entry('x')),
    ],
    ['xlsx', zip(entry(contentTypes), entry('xl/workbook.xml'))],
    ['pptx', zip(entry(contentTypes), entry('ppt/presentation.xml'))],
    ['ods', openDocument('application/vnd.oasis.opendocument.spreadsheet')],
    ['odp', openDocument('application/vnd.oasis.opendocument.presentation')],
    ['zip', zip(entry('holiday.jpg'), entry('word/document.xml'))],
    ['zip', zip()],
    ['vsdx', zip(entry(contentTypes), entry('visio/document.xml'))],
    ['key', zip(entry('Index/Document.iwa'), entry('Index/Slide-12.iwa'))],
    ['key', zip(entry('index.apxl'), entry('QuickLook/Thumbnail.jpg'))],
    ['pages', zip(entry('Index/Document.iwa'), entry('Metadata/Properties.plist'))],
    ['pages', zip(entry('index.xml'), entry('buildVersionHistory.plist'))],
    ['zip', zip(entry('index.xml'), entry('style.css'))],
    ['epub', openDocument('application/epub+zip')],
    ['odg', openDocument('application/vnd.oasis.opendocument.graphics')],
    [undefined, openDocument('application/x-unknown')],
    [undefined, zip(entry(contentTypes), entry('Thing.nuspec'))],
  ])('%s', (format, file) => {
    expect(sniff(file)).toBe(format)
  })
})

test('sniffFormat: a workbook that is embedded without compression does not decide', () => {
  const workbook = writeZip({ [contentTypes]: 'x', 'xl/workbook.xml': 'x' }, false)
  const slides = { [contentTypes]: 'x', 'ppt/embeddings/sheet.xlsx': workbook, 'ppt/presentation.xml': 'x' }
  expect(sniff(writeZip(slides, false))).toBe('pptx')
})

test('sniffFormat: OpenDocument without its first entry is recognized by its manifest', () => {
  const manifest =
    '<manifest:file-entry manifest:media-type="application/vnd.oasis.opendocument.spreadsheet" manifest:full-path="/"/>'
  const parts = { 'content.xml': 'x', 'META-INF/manifest.xml': manifest }
  expect(sniff(writeZip(parts, true))).toBe('ods')
  expect(sniff(writeZip({ ...parts, 'META-INF/manifest.xml': '<a/>' }, true))).toBe('zip')
})

test('sniffFormat: a manifest of unclosed elements takes linear time', () => {
  const manifest = '<file-entry full-path="/" '.repeat(2000)
  const archive = writeZip({ 'content.xml': 'x', 'META-INF/manifest.xml': manifest }, false)
  expect(sniff(archive)).toBe('zip')
})

/** A complete archive with sizes and a directory. */
function writeZip(parts: Readonly<Record<string, Buffer | string>>, isPacked: boolean): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  for (const [name, content] of Object.entries(parts)) {
    const packed = isPacked ? deflateRawSync(content) : Buffer.from(content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(isPacked ? 8 : 0, 4)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(name.length, 22)
    locals.push(Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed)
    directory.push(Buffer.from('PK\x01\x02\x14\0'), fields, Buffer.alloc(14), Buffer.from(name))
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  return Buffer.concat([...locals, ...directory, end])
}

describe('sniffFormat: compound files', () => {
  const wordText = Buffer.alloc(512)
  wordText.writeUInt16LE(0xa5ec, 0)
  test.each([
    ['doc', compoundFile(['1Table', 'WordDocument'])],
    ['doc', compoundFile(['1Table', 'WordDocument'], 1000)],
    ['doc', Buffer.concat([compoundFile(['WordDocument'], 300, wordText), Buffer.alloc(100_000)])],
    ['docx', compoundFile(['EncryptionInfo', 'EncryptedPackage'])],
    ['xls', compoundFile(['Workbook'])],
    ['ppt', compoundFile(['PowerPoint Document', 'Current User'])],
    ['msg', compoundFile(['__properties_version1.0'])],
    ['msg', compoundFile(['WordDocument', '__properties_version1.0'])],
    [undefined, compoundFile(['Contents'])],
  ])('%s', (format, file) => {
    expect(sniff(file)).toBe(format)
  })
})

describe('sniffFormat: text', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1')
  test.each([
    ['rtf', latin('{\\rtf1\\ansi Hello}')],
    ['html', latin('<!DOCTYPE html>\n<p>Hello')],
    ['html', Buffer.from('\ufeff<HTML><HEAD><TITLE>t</TITLE>')],
    ['html', latin('<!-- saved from an old program --><html xmlns="http://www.w3.org/1999/xhtml">')],
    ['html', latin('<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"><html>')],
    ['html', latin('<h1>No frame around it</h1>')],
    ['html', Buffer.from('\ufeff<html><p>Hello', 'utf16le')],
    ['txt', Buffer.from('Grüße, 世界, שלום\r\n\tand a tab')],
    ['txt', latin('Stra\xdfe, caf\xe9')],
    ['txt', Buffer.from([0xe4, 0xcc, 0xc1, 0x20, 0xd7, 0xd3, 0xc5, 0xc8])],
    ['txt', Buffer.from('\ufeffwith a mark', 'utf16le')],
    ['txt', Buffer.from('without a mark, but long enough', 'utf16le')],
    ['txt', Buffer.from('Auch das geht.', 'utf16le').swap16()],
    ['txt', Buffer.from('Съешь ещё этих мягких булок.\n', 'utf16le')],
    ['txt', Buffer.from('これは日本語の文章です。\n', 'utf16le').swap16()],
    ['txt', ebcdic],
    ['txt', Buffer.concat([ebcdic, Buffer.from([0x15])])],
    ['pdf', Buffer.concat([Buffer.from([1, 2, 0, 200, 7]), latin('%PDF-1.7\n%\xe2\xe3')])],
    ['txt', latin('Every document begins with %PDF-1.7 and more.')],
    [undefined, Buffer.concat([Buffer.alloc(1100, 1), latin('%PDF-1.7\n%\xe2\xe3')])],
    ['txt', latin('a < b and <not-a-page> c')],
    [undefined, latin('words\0and a zero')],
    [undefined, latin('\x7fELF')],
    [undefined, Buffer.from([0xff, 0xfe, 1, 0, 2, 0, 3, 0])],
    [undefined, Buffer.alloc(0)],
  ])('%s', (format, file) => {
    expect(sniff(file)).toBe(format)
  })
})

test('sniffFormat: mainframe text has spaces, and neither the space nor the line feed of other encodings', () => {
  expect(sniff(Buffer.concat([ebcdic, Buffer.from([0x0a, 1])]))).toBeUndefined()
  expect(sniff(Buffer.from(Buffer.from(ebcdic).map(byte => (byte === 0x40 ? 0x15 : byte))))).toBeUndefined()
})

test.each([
  ['7z', Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4])],
  ['rar', Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1')],
])('sniffFormat: detects %s by its signature', (format, file) => {
  expect(sniff(file)).toBe(format)
})

test('tailStart: the end of a ZIP file, the directory of a compound file, nothing of others', () => {
  const bytes = 10 * sniffHeadBytes
  expect(tailStart(zip(entry('a')), bytes)).toBe(9 * sniffHeadBytes)
  expect(tailStart(zip(entry('a')), sniffHeadBytes)).toBeUndefined()
  expect(tailStart(Buffer.from('%PDF-1.7'), bytes)).toBeUndefined()
  const compound = compoundFile(['Workbook'])
  compound.writeUInt16LE(9, 30)
  compound.writeUInt32LE(400, 48)
  expect(tailStart(compound, bytes)).toBe(401 * 512)
  compound.writeUInt32LE(0xffff_fff0, 48)
  expect(tailStart(compound, bytes)).toBe(9 * sniffHeadBytes)
})

test.each([
  ['textpack', ['README.md', 'images/map.PNG', '__MACOSX/._README.md', 'images/.DS_Store']],
  ['textpack', ['a.textbundle/info.json', 'a.textbundle/text.markdown']],
  ['zip', ['README.md']],
  ['zip', ['README.md', 'notes.md', 'map.png']],
  ['zip', ['README.md', 'map.png', 'main.c']],
  ['zip', ['map.png', '.hidden.md']],
] as const)('sniffFormat: %s for a ZIP file of %j', (format, names) => {
  expect(sniff(writeZip(Object.fromEntries(names.map(name => [name, 'content'])), true))).toBe(format)
})
