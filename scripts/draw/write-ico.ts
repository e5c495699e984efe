/** Puts PNG pictures of several sizes into one icon file, for browsers that ask for /favicon.ico unasked. */

interface IconPicture {
  readonly sizePx: number
  readonly png: Buffer
}

const headerBytes = 6
const entryBytes = 16

export function writeIco(pictures: readonly IconPicture[]): Buffer {
  const head = Buffer.alloc(headerBytes + entryBytes * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, { sizePx, png }] of pictures.entries()) {
    const entry = headerBytes + entryBytes * index
    head.writeUInt8(sizePx, entry)
    head.writeUInt8(sizePx, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}
