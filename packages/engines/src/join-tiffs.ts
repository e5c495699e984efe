/** Joins TIFF files of one page each to one with all pages: libvips can only write pages of equal size. */

const headerBytes = 8
const entryBytes = 12
const littleEndian = 'II*\0'
/** Tags whose values are positions in the file: strips and tiles. */
const positionTags: ReadonlySet<number> = new Set([273, 324])
const typeBytes: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
}
const long = 4

/** The files are little-endian with one directory, as sharp and ImageMagick write them here. */
export function joinTiffs(files: readonly Buffer[]): Buffer {
  const header = Buffer.from(`${littleEndian}\0\0\0\0`, 'latin1')
  const parts: Buffer[] = [header]
  let length = headerBytes
  /** Where the position of the next directory belongs. */
  let link = { file: header, at: 4 }
  for (const file of files) {
    const body = Buffer.from(file.subarray(headerBytes))
    const shift = length - headerBytes
    const directory = file.readUInt32LE(4)
    link.file.writeUInt32LE(directory + shift, link.at)
    link = { file: body, at: shiftDirectory(body, directory - headerBytes, shift) }
    // Directories and values start at even positions.
    const padding = Buffer.alloc(body.length % 2)
    parts.push(body, padding)
    length += body.length + padding.length
  }
  return Buffer.concat(parts)
}

/** Adds the shift to every position in the directory; returns where the position of the next one belongs. */
function shiftDirectory(body: Buffer, at: number, shift: number): number {
  const end = at + 2 + body.readUInt16LE(at) * entryBytes
  const add = (position: number) => body.writeUInt32LE(body.readUInt32LE(position) + shift, position)
  for (let entry = at + 2; entry < end; entry += entryBytes) {
    const type = body.readUInt16LE(entry + 2)
    const count = body.readUInt32LE(entry + 4)
    const isApart = count * (typeBytes[type] ?? 1) > 4
    const isPositions = positionTags.has(body.readUInt16LE(entry))
    if (isPositions && type !== long) throw new Error(`positions of type ${type} in a TIFF`)
    if (isPositions && isApart) {
      const values = body.readUInt32LE(entry + 8) - headerBytes
      for (let index = 0; index < count; index++) add(values + index * 4)
    }
    if (isApart || isPositions) add(entry + 8)
  }
  return end
}
