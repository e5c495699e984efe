/** Writes pixels as an uncompressed TIFF with an ICC profile: sharp attaches profiles only from files on disk. */

interface TiffImage {
  readonly data: Uint8Array | Uint16Array
  readonly width: number
  readonly height: number
  readonly channels: 1 | 2 | 3 | 4
  readonly icc: Buffer | undefined
}

const headerBytes = 8
const [short, long, undefinedType] = [3, 4, 7]

/** Little-endian, one strip. */
export function writeTiff({ data: pixels, width, height, channels, icc }: TiffImage): Buffer {
  const data = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength)
  const bitsPerChannel = pixels.BYTES_PER_ELEMENT * 8
  const hasAlpha = channels % 2 === 0
  const bits = Buffer.from(Uint16Array.from({ length: channels }, () => bitsPerChannel).buffer)
  const bitsAt = headerBytes
  const iccAt = bitsAt + bits.length
  const padding = (icc?.length ?? 0) % 2
  const dataAt = iccAt + (icc?.length ?? 0) + padding
  const tags: (readonly [tag: number, type: number, count: number, value: number])[] = [
    [256, long, 1, width],
    [257, long, 1, height],
    [258, short, channels, channels <= 2 ? bitsPerChannel * (channels === 1 ? 1 : 0x0001_0001) : bitsAt],
    [259, short, 1, 1],
    [262, short, 1, channels <= 2 ? 1 : 2],
    [273, long, 1, dataAt],
    [277, short, 1, channels],
    [278, long, 1, height],
    [279, long, 1, data.length],
    // Unassociated (straight) alpha.
    ...(hasAlpha ? [[338, short, 1, 2] as const] : []),
    ...(icc ? [[34_675, undefinedType, icc.length, iccAt] as const] : []),
  ]
  const directoryAt = dataAt + data.length + (data.length % 2)
  const header = Buffer.alloc(headerBytes)
  header.write('II*\0', 0, 'latin1')
  header.writeUInt32LE(directoryAt, 4)
  const directory = Buffer.alloc(2 + tags.length * 12 + 4)
  directory.writeUInt16LE(tags.length, 0)
  tags.forEach(([tag, type, count, value], index) => {
    const at = 2 + index * 12
    directory.writeUInt16LE(tag, at)
    directory.writeUInt16LE(type, at + 2)
    directory.writeUInt32LE(count, at + 4)
    directory.writeUInt32LE(value >>> 0, at + 8)
  })
  return Buffer.concat([
    header,
    bits,
    icc ?? Buffer.alloc(0),
    Buffer.alloc(padding),
    data,
    Buffer.alloc(data.length % 2),
    directory,
  ])
}
