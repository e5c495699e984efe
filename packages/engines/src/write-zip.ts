/** Streams a ZIP archive of numbered pages while they are made. */
import { createReadStream } from 'node:fs'
import { crc32 } from 'node:zlib'
import { JobFailure } from './process/job-failure.ts'

export interface ZipEntry {
  readonly name: string
  /** The bytes, or the path of a file that is read while it is sent. */
  readonly data: Uint8Array | string
}

const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50
const version = 20
/** Names are UTF-8. */
const flags = 0x0800
/** 1980-01-01, the earliest DOS date: rendered pages have no modification date. */
const dosDate = 0x21
/** Beyond these an archive needs ZIP64. */
const maxOffset = 2 ** 32 - 1
const maxEntries = 2 ** 16 - 1

/** Streams a ZIP archive with stored entries, for files that are already compressed. */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name, data } of entries) {
    const bytes = Buffer.from(name)
    const facts = await factsOf(data)
    if (offset + facts.size > maxOffset || directory.length === maxEntries)
      throw new JobFailure('result-too-large')
    const commonHeader = commonHeaderOf(facts, bytes)
    const header = Buffer.alloc(30)
    header.writeUInt32LE(localSignature, 0)
    commonHeader.copy(header, 4)
    directory.push(centralEntry(commonHeader, bytes, offset))
    yield Buffer.concat([header, bytes])
    if (typeof data === 'string') yield* createReadStream(data)
    else yield data
    offset += header.length + bytes.length + facts.size
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(endSignature, 0)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  yield Buffer.concat([central, end])
}

interface DataFacts {
  readonly size: number
  readonly checksum: number
}

/** A file is read twice, since its checksum precedes it. */
async function factsOf(data: Uint8Array | string): Promise<DataFacts> {
  if (typeof data !== 'string') return { size: data.length, checksum: crc32(data) }
  let [size, checksum] = [0, 0]
  for await (const chunk of createReadStream(data)) {
    size += chunk.length
    checksum = crc32(chunk, checksum)
  }
  return { size, checksum }
}

/** The 26 bytes shared by the local header and the central directory entry. */
function commonHeaderOf({ size, checksum }: DataFacts, name: Buffer): Buffer {
  const commonHeader = Buffer.alloc(26)
  commonHeader.writeUInt16LE(version, 0)
  commonHeader.writeUInt16LE(flags, 2)
  commonHeader.writeUInt16LE(dosDate, 8)
  commonHeader.writeUInt32LE(checksum, 10)
  commonHeader.writeUInt32LE(size, 14)
  commonHeader.writeUInt32LE(size, 18)
  commonHeader.writeUInt16LE(name.length, 22)
  return commonHeader
}

function centralEntry(commonHeader: Buffer, name: Buffer, offset: number): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(centralSignature, 0)
  entry.writeUInt16LE(version, 4)
  commonHeader.copy(entry, 6)
  entry.writeUInt32LE(offset, 42)
  return Buffer.concat([entry, name])
}

/** `scan-page-03.jpg`: as many digits for every page, so that file managers sort them. */
export function pageFileName(name: string, page: number, pageCount: number, extension: string): string {
  const digits = Math.max(2, String(pageCount).length)
  return `${name}-page-${String(page).padStart(digits, '0')}.${extension}`
}
