/** Header of a MOBI or AZW3 book, with its EXTH metadata and the text of its records. */
import { JobFailure } from '../../../process/job-failure.ts'
import { createHuffReader } from './huff-cdic.ts'
import { damagedBook, type PalmDatabase } from './palm-database.ts'

export interface MobiHeader {
  /** Record of the header; the others are counted from it in the second half of a combined file. */
  readonly start: number
  readonly compression: number
  readonly textRecords: number
  readonly encoding: 'utf-8' | 'windows-1252'
  readonly version: number
  readonly title: string
  readonly firstImage: number
  readonly trailingFlags: number
  readonly header: Buffer
  readonly exth: ReadonlyMap<number, readonly Buffer[]>
}

const none = 0xffffffff

export function readMobiHeader(database: PalmDatabase, start: number): MobiHeader {
  const header = database.record(start)
  if (header.length < 16) throw damagedBook('no header')
  const encryption = header.readUInt16BE(12)
  if (encryption !== 0) throw new JobFailure('book-protected')
  const hasMobi = header.length >= 232 && header.toString('latin1', 16, 20) === 'MOBI'
  const common = { start, header, compression: header.readUInt16BE(0), textRecords: header.readUInt16BE(8) }
  if (!hasMobi)
    return {
      ...common,
      encoding: 'windows-1252',
      version: 1,
      title: database.name,
      firstImage: none,
      trailingFlags: 0,
      exth: new Map(),
    }
  const encoding = header.readUInt32BE(28) === 65001 ? 'utf-8' : 'windows-1252'
  const [titleAt, titleBytes] = [header.readUInt32BE(84), header.readUInt32BE(88)]
  const headerBytes = header.readUInt32BE(20)
  const hasFlags = headerBytes >= 0xe4 && header.length >= 244
  return {
    ...common,
    encoding,
    version: header.readUInt32BE(36),
    title: new TextDecoder(encoding).decode(header.subarray(titleAt, titleAt + Math.min(titleBytes, 2000))),
    firstImage: header.readUInt32BE(108),
    trailingFlags: hasFlags ? header.readUInt16BE(242) : 0,
    exth: (header.readUInt32BE(128) & 0x40) === 0 ? new Map() : readExth(header, 16 + headerBytes),
  }
}

function readExth(header: Buffer, at: number): Map<number, Buffer[]> {
  const records = new Map<number, Buffer[]>()
  if (header.toString('latin1', at, at + 4) !== 'EXTH') return records
  const count = header.readUInt32BE(at + 8)
  let offset = at + 12
  for (let index = 0; index < count && offset + 8 <= header.length; index++) {
    const [type, bytes] = [header.readUInt32BE(offset), header.readUInt32BE(offset + 4)]
    if (bytes < 8) break
    records.set(type, [...(records.get(type) ?? []), header.subarray(offset + 8, offset + bytes)])
    offset += bytes
  }
  return records
}

/** The whole text, decompressed. */
export function readMobiText(database: PalmDatabase, header: MobiHeader, maxBytes: number): Buffer {
  const unpack = unpackerOf(database, header)
  const parts: Buffer[] = []
  let bytes = 0
  for (let index = 1; index <= header.textRecords; index++) {
    const record = database.record(header.start + index)
    const part = unpack(record.subarray(0, record.length - trailingBytes(record, header.trailingFlags)))
    bytes += part.length
    if (bytes > maxBytes) throw new JobFailure('needs-too-much-memory')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function unpackerOf(
  database: PalmDatabase,
  { compression, header, start }: MobiHeader,
): (record: Buffer) => Buffer {
  if (compression === 1) return record => record
  if (compression === 2) return unpackPalmDoc
  if (compression !== 17480) throw new JobFailure('unsupported-variant')
  const [first, count] = [header.readUInt32BE(112), header.readUInt32BE(116)]
  const records = Array.from({ length: Math.min(count, 1000) }, (_, index) =>
    database.record(start + first + index),
  )
  const [huff = Buffer.alloc(0), ...dictionaries] = records
  return createHuffReader(huff, dictionaries)
}

/** Data behind the text of a record: lengths are written backward, seven bits a byte. */
function trailingBytes(record: Buffer, flags: number): number {
  let bytes = 0
  for (let bits = flags >> 1; bits > 0; bits >>= 1)
    if (bits & 1) bytes += backwardNumber(record, record.length - bytes)
  if (flags & 1) bytes += ((record[record.length - bytes - 1] ?? 0) & 3) + 1
  return Math.min(bytes, record.length)
}

function backwardNumber(record: Buffer, end: number): number {
  let [value, shift] = [0, 0]
  for (let at = end - 1; at >= 0 && shift < 28; at--) {
    const byte = record[at] as number
    value |= (byte & 0x7f) << shift
    shift += 7
    if (byte & 0x80) break
  }
  return value
}

/** Decompression of PalmDOC: LZ77 with a window of 2047 bytes, in records of 4096. */

const maxRecordBytes = 65_536

export function unpackPalmDoc(packed: Buffer): Buffer {
  const bytes = Buffer.alloc(maxRecordBytes)
  let length = 0
  const put = (byte: number) => {
    if (length < maxRecordBytes) bytes[length++] = byte
  }
  const repeat = (pair: number) => {
    const distance = (pair >> 3) & 0x7ff
    if (distance === 0 || distance > length) return
    for (let count = (pair & 7) + 3; count > 0; count--) put(bytes[length - distance] as number)
  }
  for (let at = 0; at < packed.length; ) {
    const code = packed[at++] as number
    if (code >= 0xc0) {
      put(0x20)
      put(code ^ 0x80)
    } else if (code >= 0x80) repeat((code << 8) | (packed[at++] ?? 0))
    else if (code === 0 || code > 8) put(code)
    else {
      for (const byte of packed.subarray(at, at + code)) put(byte)
      at += code
    }
  }
  return bytes.subarray(0, length)
}
