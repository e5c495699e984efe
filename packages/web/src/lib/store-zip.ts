/** Writes ZIP archives in the browser; import it on demand. */

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50
const version = 20
/** Names are UTF-8. */
const flags = 0x0800

/** 1980-01-01, the earliest DOS date, for reproducible output. */
const dosDate = 0x21

export interface ZipEntry {
  readonly path: string
  readonly content: string | Uint8Array<ArrayBuffer>
}

/** Writes a ZIP archive without compression. */
export function storeZip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer>[] {
  const encoder = new TextEncoder()
  const bodies: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  let directoryBytes = 0
  for (const { path, content } of entries) {
    const name = encoder.encode(path)
    const data = typeof content === 'string' ? encoder.encode(content) : content
    // Common to both headers: version, flags, method, time, date, CRC-32, sizes, name and extra length.
    const commonFields = fields([
      [2, version],
      [2, flags],
      [2, 0],
      [2, 0],
      [2, dosDate],
      [4, crc32(data)],
      [4, data.length],
      [4, data.length],
      [2, name.length],
      [2, 0],
    ])
    const local = [fields([[4, localSignature]]), commonFields, name, data]
    const central = [
      fields([
        [4, centralSignature],
        [2, version],
      ]),
      commonFields,
      // Comment length, disk, internal and external attributes, offset of the local header.
      fields([
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, offset],
      ]),
      name,
    ]
    bodies.push(...local)
    directory.push(...central)
    offset += lengthOf(local)
    directoryBytes += lengthOf(central)
  }
  const end = fields([
    [4, endSignature],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, directoryBytes],
    [4, offset],
    [2, 0],
  ])
  return [...bodies, ...directory, end]
}

/** Little-endian numbers of two or four bytes. */
function fields(values: readonly (readonly [width: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(values.reduce((sum, [width]) => sum + width, 0)))
  let at = 0
  for (const [width, value] of values) {
    if (width === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += width
  }
  return new Uint8Array(view.buffer)
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

/** CRC-32 of ZIP archives. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}
