/** Iterates over the blocks of a GIF: extensions and images, with their byte ranges. */

const [extension, image] = [0x21, 0x2c]
const graphicControl = 0xf9

export interface GifBlock {
  /** `control` is a graphic control extension: delay and disposal of the next image. */
  readonly kind: 'control' | 'extension' | 'image'
  readonly start: number
  readonly end: number
}

/** Stops at the first byte that does not start a block. */
export function* gifBlocks(gif: Buffer): Generator<GifBlock> {
  let start = 13 + colorTableBytes(gif.readUInt8(10))
  while (start < gif.length) {
    const label = gif.readUInt8(start)
    if (label !== extension && label !== image) return
    const isImage = label === image
    // The LZW minimum code size follows the local color table.
    const data = isImage ? start + 10 + colorTableBytes(gif.readUInt8(start + 9)) + 1 : start + 2
    const end = endOfBlocks(gif, data)
    const isControl = gif.readUInt8(start + 1) === graphicControl
    yield { kind: isImage ? 'image' : isControl ? 'control' : 'extension', start, end }
    start = end
  }
}

function colorTableBytes(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0
}

function endOfBlocks(gif: Buffer, start: number): number {
  let at = start
  while (gif.readUInt8(at) !== 0) at += gif.readUInt8(at) + 1
  return at + 1
}
