/** Puts the tables of a font into another container. */

import { deflateSync, inflateSync } from 'node:zlib'
import type { FormatId } from '@filesmith/contract/formats'
import { JobFailure } from '../../process/job-failure.ts'
import type { DataResult, DataTask } from '../tasks/task.ts'
import {
  checkFont,
  damagedFont,
  type Font,
  padded,
  postScriptFlavor,
  readFont,
  tableBytes,
  tableChecksum,
  writeFont,
} from './sfnt.ts'

/** Reads and writes WOFF: the tables of a font, each compressed by zlib. */
const woffMark = 0x774f4646
const headerBytes = 44
const recordBytes = 20
const maxTableBytes = 256 * 1024 * 1024

export function readWoff(file: Buffer): Font {
  try {
    if (file.readUInt32BE(0) !== woffMark) throw damagedFont('not a WOFF file')
    const count = file.readUInt16BE(12)
    const records = Array.from({ length: count }, (_, index) => readRecord(file, index))
    const tables = records.toSorted((a, b) => a.offset - b.offset).map(record => readTable(file, record))
    return checkFont({ flavor: file.readUInt32BE(4), tables })
  } catch (error) {
    throw error instanceof RangeError ? damagedFont(error.message) : error
  }
}

function readRecord(file: Buffer, index: number) {
  const at = headerBytes + index * recordBytes
  return {
    tag: file.toString('latin1', at, at + 4),
    offset: file.readUInt32BE(at + 4),
    packedBytes: file.readUInt32BE(at + 8),
    length: file.readUInt32BE(at + 12),
  }
}

function readTable(file: Buffer, { tag, offset, packedBytes, length }: ReturnType<typeof readRecord>) {
  if (offset + packedBytes > file.length || packedBytes > length || length > maxTableBytes)
    throw damagedFont('a table with wrong sizes')
  const packed = file.subarray(offset, offset + packedBytes)
  const bytes = packedBytes === length ? packed : inflate(packed, length)
  if (bytes.length !== length) throw damagedFont('a table with another size than declared')
  return { tag, bytes }
}

/** Never more than the table declares (decompression bomb). */
function inflate(packed: Buffer, length: number): Buffer {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, length) })
  } catch (error) {
    throw damagedFont(String(error))
  }
}

export function writeWoff(font: Font): Buffer {
  const sfnt = writeFont(font)
  const tables = font.tables.map(table => ({
    ...table,
    // With the checksum of the whole file that the font has when it is unpacked.
    bytes: table.tag === 'head' ? headOf(sfnt) : table.bytes,
    checksum: tableChecksum(table),
  }))
  let offset = headerBytes + recordBytes * tables.length
  const body: Buffer[] = []
  const records = tables.map(({ tag, bytes, checksum }) => {
    const packed = deflateSync(bytes, { level: 9 })
    const stored = packed.length < bytes.length ? packed : bytes
    const record = Buffer.alloc(recordBytes)
    record.write(tag, 0, 4, 'latin1')
    record.writeUInt32BE(offset, 4)
    record.writeUInt32BE(stored.length, 8)
    record.writeUInt32BE(bytes.length, 12)
    record.writeUInt32BE(checksum, 16)
    body.push(stored, Buffer.alloc(padded(stored.length) - stored.length))
    offset += padded(stored.length)
    return { tag, record }
  })
  const header = Buffer.alloc(headerBytes)
  const revision = tableBytes(font, 'head')
  header.writeUInt32BE(woffMark, 0)
  header.writeUInt32BE(font.flavor, 4)
  header.writeUInt32BE(offset, 8)
  header.writeUInt16BE(tables.length, 12)
  header.writeUInt32BE(sfnt.length, 16)
  revision.copy(header, 20, 4, 8)
  const directory = records.toSorted((a, b) => (a.tag < b.tag ? -1 : 1)).map(({ record }) => record)
  return Buffer.concat([header, ...directory, ...body])
}

function headOf(sfnt: Buffer): Buffer {
  const count = sfnt.readUInt16BE(4)
  for (let index = 0; index < count; index++) {
    const at = 12 + index * 16
    if (sfnt.toString('latin1', at, at + 4) !== 'head') continue
    return sfnt.subarray(sfnt.readUInt32BE(at + 8), sfnt.readUInt32BE(at + 8) + sfnt.readUInt32BE(at + 12))
  }
  return Buffer.alloc(0)
}

/** Of a WOFF2 file, which declares its unpacked size. */
const maxUnpackedBytes = 256 * 1024 * 1024
const unpackedSizeAt = 16

export async function convertFontFile({ input, from, to }: DataTask): Promise<DataResult> {
  const { font, count } = await readAny(input, from)
  refuseOutlines(font, to)
  const notes = count > 1 ? [`The collection has ${count} fonts; this is the first one.`] : []
  return { content: await writeAny(font, to), report: () => ({ notes }) }
}

async function readAny(
  input: Buffer,
  from: FormatId,
): Promise<{ readonly font: Font; readonly count: number }> {
  if (from === 'woff') return { font: readWoff(input), count: 1 }
  if (from !== 'woff2') return readFont(input)
  if (input.length < unpackedSizeAt + 4 || input.readUInt32BE(unpackedSizeAt) > maxUnpackedBytes)
    throw damagedFont('a wrong size')
  const { decompress } = await import('woff2-encoder')
  const unpacked = await decompress(input).catch((error: unknown) => {
    throw damagedFont(String(error))
  })
  return readFont(Buffer.from(unpacked))
}

async function writeAny(font: Font, to: FormatId): Promise<Buffer> {
  if (to === 'woff') return writeWoff(font)
  const sfnt = writeFont(font)
  if (to !== 'woff2') return sfnt
  const { compress } = await import('woff2-encoder')
  return Buffer.from(
    await compress(sfnt).catch((error: unknown) => {
      throw damagedFont(String(error))
    }),
  )
}

/** TrueType outlines are quadratic curves, PostScript ones cubic: converting would change the glyphs. */
function refuseOutlines({ flavor }: Font, to: FormatId): void {
  const isPostScript = flavor === postScriptFlavor
  if (to === 'ttf' && isPostScript)
    throw new JobFailure('font-outlines', { outlines: 'PostScript', format: 'OTF' })
  if (to === 'otf' && !isPostScript)
    throw new JobFailure('font-outlines', { outlines: 'TrueType', format: 'TTF' })
}
