/** Writes a ZIP package: unchanged parts are copied without recompression. */
import { crc32, deflateRawSync } from 'node:zlib'
import type { PackagePart } from './read-package.ts'

/** UTF-8 names. */
const nameFlag = 0x0800
const neededVersion = 20

export function packPart(part: PackagePart, content: Buffer): PackagePart {
  return {
    ...part,
    method: 8,
    checksum: crc32(content),
    bytes: content.length,
    packed: deflateRawSync(content),
  }
}

/** 1980-01-01, the earliest date of MS-DOS. */
const noTime = { time: 0, date: 0x21 }

export function newPart(name: string, content: Buffer): PackagePart {
  return packPart({ name, ...noTime, method: 0, checksum: 0, bytes: 0, packed: content }, content)
}

export async function* writePackage(parts: readonly PackagePart[]): AsyncGenerator<Buffer> {
  const entries: Buffer[] = []
  let at = 0
  for (const part of parts) {
    const name = Buffer.from(part.name)
    const shared = sharedFields(part, name)
    const local = Buffer.concat([signature(0x04034b50), shared, name])
    entries.push(directoryEntry(shared, name, at))
    yield local
    yield part.packed
    at += local.length + part.packed.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  yield directory
  yield end
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Fields shared by the local header and the central directory entry. */
function sharedFields(part: PackagePart, name: Buffer): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(neededVersion, 0)
  fields.writeUInt16LE(nameFlag, 2)
  fields.writeUInt16LE(part.method, 4)
  fields.writeUInt16LE(part.time, 6)
  fields.writeUInt16LE(part.date, 8)
  fields.writeUInt32LE(part.checksum, 10)
  fields.writeUInt32LE(part.packed.length, 14)
  fields.writeUInt32LE(part.bytes, 18)
  fields.writeUInt16LE(name.length, 22)
  return fields
}

function directoryEntry(shared: Buffer, name: Buffer, offset: number): Buffer {
  const version = Buffer.alloc(2)
  version.writeUInt16LE(neededVersion)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  return Buffer.concat([signature(0x02014b50), version, shared, rest, name])
}
