/** Small valid inputs that are mutated, built here so that every byte is known. */
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

function chunk(type: string, body: Buffer): Buffer {
  const typeAndBody = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const lengthAndCrc = Buffer.alloc(8)
  lengthAndCrc.writeUInt32BE(body.length, 0)
  lengthAndCrc.writeUInt32BE(crc32(typeAndBody), 4)
  return Buffer.concat([lengthAndCrc.subarray(0, 4), typeAndBody, lengthAndCrc.subarray(4)])
}

export function apngSample(): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
  const control = Buffer.alloc(26)
  control.writeUInt32BE(1, 4)
  control.writeUInt32BE(1, 8)
  const data = deflateSync(Buffer.from([0, 255]))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
    chunk('fcTL', control),
    chunk('IDAT', data),
    chunk('fcTL', control),
    chunk('fdAT', Buffer.concat([Buffer.alloc(4), data])),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export function zipSample(): Buffer {
  const name = Buffer.from('word/document.xml')
  const content = Buffer.from('<w:document/>')
  const packed = deflateRawSync(content)
  const shared = Buffer.alloc(26)
  shared.writeUInt16LE(20, 0)
  shared.writeUInt16LE(8, 4)
  shared.writeUInt32LE(crc32(content), 10)
  shared.writeUInt32LE(packed.length, 14)
  shared.writeUInt32LE(content.length, 18)
  shared.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, name, packed])
  const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, Buffer.alloc(14), name])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, entry, end])
}

/** Minimal compound file: one FAT sector, one directory sector with root and stream, one mini stream sector. */
export function compoundSample(): Buffer {
  const file = Buffer.alloc(512 * 5)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file)
  file.writeUInt16LE(9, 30)
  file.writeUInt16LE(6, 32)
  file.writeUInt32LE(1, 44)
  file.writeUInt32LE(1, 48)
  file.writeUInt32LE(4096, 56)
  file.writeUInt32LE(3, 60)
  file.writeUInt32LE(0xfffffffe, 68)
  file.fill(0xff, 76, 512)
  file.writeUInt32LE(0, 76)
  file.fill(0xff, 512, 1024)
  for (const [sector, next] of [0xfffffffd, 0xfffffffe, 0xfffffffe, 0xfffffffe].entries())
    file.writeUInt32LE(next, 512 + sector * 4)
  writeEntry(file, 1024, 'Root Entry', 5, 2, 64)
  writeEntry(file, 1152, 'EncryptionInfo', 2, 0, 10)
  file.fill(0xff, 2048, 2560)
  file.writeUInt32LE(0xfffffffe, 2048)
  return file
}

function writeEntry(file: Buffer, at: number, name: string, type: number, first: number, bytes: number) {
  file.write(name, at, 'utf16le')
  file.writeUInt16LE(name.length * 2 + 2, at + 64)
  file.writeUInt8(type, at + 66)
  file.writeUInt32LE(first, at + 116)
  file.writeUInt32LE(bytes, at + 120)
}

/** First bytes of files of many formats. */
export const fileHeads: readonly Buffer[] = [
  apngSample(),
  zipSample(),
  compoundSample(),
  ...[
    '\xff\xd8\xff\xe0\x00\x10JFIF\x00',
    'GIF89a\x01\x00\x01\x00\x00\x00\x00;',
    'RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00',
    'RIFF\x24\x00\x00\x00WEBPVP8 ',
    '\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp42\x00\x00\x00\x08moov',
    'OggS\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x1e\x01vorbis',
    'ID3\x04\x00\x00\x00\x00\x00\x00\xff\xfb\x90\x64',
    '\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm',
    '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF',
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    '<!doctype html><html><body>hi</body></html>',
    '#EXTM3U\n#EXTINF:10,\nhttp://example.org/a.ts\n',
    'Rar!\x1a\x07\x01\x00',
    '\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x4b\x04\x00\x43\xbe\xb7\xe8\x01\x00\x00\x00',
    '1\n00:00:01,000 --> 00:00:02,000\nHello\n',
    '{\\rtf1\\ansi hello}',
    'a,b,c\n1,2,3\n',
  ].map(head => Buffer.from(head, 'latin1')),
]
