/** Reads and writes the tables of a font (SFNT), the content of TTF, OTF and TTC files. */
import { JobFailure } from '../../process/job-failure.ts'

export interface FontTable {
  readonly tag: string
  readonly bytes: Buffer
}

export interface Font {
  /** The first four bytes: `OTTO` for PostScript outlines. */
  readonly flavor: number
  /** In the order of the file. */
  readonly tables: readonly FontTable[]
}

export const postScriptFlavor = 0x4f54544f
const collectionMark = 0x74746366
const headerBytes = 12
const recordBytes = 16
/** Of the tables that every font has. */
const neededTables = ['head', 'maxp', 'cmap']
const maxTables = 4096
/** `head` has the difference of the checksum of the whole file to this number. */
const checksumMagic = 0xb1b0afba
const adjustmentAt = 8

export function damagedFont(why: string): JobFailure {
  return new JobFailure('file-damaged', {}, { cause: new Error(why) })
}

/** The first font of a collection. */
export function readFont(file: Buffer): { readonly font: Font; readonly count: number } {
  try {
    const isCollection = file.readUInt32BE(0) === collectionMark
    const font = checkFont(readTables(file, isCollection ? file.readUInt32BE(12) : 0))
    return { font, count: isCollection ? file.readUInt32BE(8) : 1 }
  } catch (error) {
    throw error instanceof RangeError ? damagedFont(error.message) : error
  }
}

function readTables(file: Buffer, start: number): Font {
  const flavor = file.readUInt32BE(start)
  const count = file.readUInt16BE(start + 4)
  if (count > maxTables) throw damagedFont('too many tables')
  const records = Array.from({ length: count }, (_, index) => {
    const at = start + headerBytes + index * recordBytes
    const [offset, length] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)]
    if (offset + length > file.length) throw damagedFont('a table ends behind the file')
    return {
      tag: file.toString('latin1', at, at + 4),
      offset,
      bytes: file.subarray(offset, offset + length),
    }
  })
  return { flavor, tables: records.toSorted((a, b) => a.offset - b.offset) }
}

/** Overlapping tables could multiply a small file (denial of service). */
export function checkFont(font: Font, maxBytes = 512 * 1024 * 1024): Font {
  const tags = font.tables.map(({ tag }) => tag)
  if (new Set(tags).size < tags.length) throw damagedFont('a table twice')
  if (neededTables.some(tag => !tags.includes(tag))) throw damagedFont('a needed table is missing')
  if (tableBytes(font, 'head').length < 54) throw damagedFont('head is too short')
  const total = font.tables.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (total > maxBytes) throw new JobFailure('needs-too-much-memory')
  return font
}

export function tableBytes({ tables }: Font, tag: string): Buffer {
  return tables.find(table => table.tag === tag)?.bytes ?? Buffer.alloc(0)
}

export function padded(length: number): number {
  return (length + 3) & ~3
}

export function checksumOf(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at + 4 <= bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0
  const rest = bytes.length % 4
  if (rest === 0) return sum
  const last = Buffer.alloc(4)
  bytes.copy(last, 0, bytes.length - rest)
  return (sum + last.readUInt32BE(0)) >>> 0
}

/** The checksum of `head` is that without its adjustment. */
export function tableChecksum({ tag, bytes }: FontTable): number {
  return checksumOf(tag === 'head' ? withAdjustment(bytes, 0) : bytes)
}

function withAdjustment(head: Buffer, adjustment: number): Buffer {
  const changed = Buffer.from(head)
  changed.writeUInt32BE(adjustment, adjustmentAt)
  return changed
}

/** With the directory in the order of the tags, tables in their order, and right checksums. */
export function writeFont({ flavor, tables }: Font): Buffer {
  const start = headerBytes + recordBytes * tables.length
  const body: Buffer[] = []
  let offset = start
  const records = tables.map(table => {
    const record = Buffer.alloc(recordBytes)
    record.write(table.tag, 0, 4, 'latin1')
    record.writeUInt32BE(tableChecksum(table), 4)
    record.writeUInt32BE(offset, 8)
    record.writeUInt32BE(table.bytes.length, 12)
    const space = Buffer.alloc(padded(table.bytes.length))
    const bytes = table.tag === 'head' ? withAdjustment(table.bytes, 0) : table.bytes
    bytes.copy(space)
    body.push(space)
    const place = { tag: table.tag, record, offset }
    offset += space.length
    return place
  })
  const directory = records.toSorted((a, b) => (a.tag < b.tag ? -1 : 1)).map(({ record }) => record)
  const file = Buffer.concat([sfntHeader(flavor, tables.length), ...directory, ...body])
  const headAt = records.find(({ tag }) => tag === 'head')?.offset
  if (headAt !== undefined)
    file.writeUInt32BE((checksumMagic - checksumOf(file)) >>> 0, headAt + adjustmentAt)
  return file
}

function sfntHeader(flavor: number, count: number): Buffer {
  const header = Buffer.alloc(headerBytes)
  const power = 2 ** Math.floor(Math.log2(Math.max(1, count)))
  header.writeUInt32BE(flavor, 0)
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(power * 16, 6)
  header.writeUInt16BE(Math.log2(power), 8)
  header.writeUInt16BE(count * 16 - power * 16, 10)
  return header
}
