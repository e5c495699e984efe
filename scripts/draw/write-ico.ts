/** Packs PNG images of several sizes into one ICO file, for browsers that request /favicon.ico. */

interface IconImage {
  readonly sizePx: number
  readonly png: Buffer
}

const headerBytes = 6
const entryBytes = 16

export function writeIco(images: readonly IconImage[]): Buffer {
  const head = Buffer.alloc(headerBytes + entryBytes * images.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  for (const [index, { sizePx, png }] of images.entries()) {
    const entry = headerBytes + entryBytes * index
    head.writeUInt8(sizePx, entry)
    head.writeUInt8(sizePx, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...images.map(({ png }) => png)])
}
