/** Reads an OOXML ZIP package and unpacks single parts with limits; all sizes, offsets and checksums are verified. */
import { crc32, inflateRawSync } from 'node:zlib'
import { JobFailure } from '../../../../process/job-failure.ts'

export interface PackagePart {
  readonly name: string
  readonly method: number
  readonly checksum: number
  readonly bytes: number
  /** Compressed bytes. */
  readonly packed: Buffer
  /** MS-DOS time and date. */
  readonly time: number
  readonly date: number
}

const maxParts = 20_000
const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const endBytes = 22
const wideField = 0xffffffff

export function damagedPackage(why: string): JobFailure {
  return new JobFailure('file-damaged', {}, { cause: new Error(why) })
}

export function readPackage(file: Buffer): PackagePart[] {
  try {
    return readDirectory(file)
  } catch (error) {
    // Offsets in the directory are untrusted and may be outside of the file.
    throw error instanceof RangeError ? damagedPackage(error.message) : error
  }
}

function readDirectory(file: Buffer): PackagePart[] {
  const end = findEnd(file)
  const count = file.readUInt16LE(end + 10)
  let at = file.readUInt32LE(end + 16)
  if (count === 0xffff || at === wideField) throw new JobFailure('unsupported-variant')
  if (count > maxParts) throw new JobFailure('needs-too-much-memory')
  const parts: PackagePart[] = []
  const names = new Set<string>()
  for (let index = 0; index < count; index++) {
    if (file.readUInt32LE(at) !== entryMark) throw damagedPackage('no entry where the directory says so')
    const lengths = [28, 30, 32].map(offset => file.readUInt16LE(at + offset))
    const [nameBytes = 0, extraBytes = 0, commentBytes = 0] = lengths
    const name = file.toString('utf8', at + 46, at + 46 + nameBytes).replaceAll('\\', '/')
    if (names.has(name)) throw damagedPackage('two parts of one name')
    names.add(name)
    parts.push(readEntry(file, at, name))
    at += 46 + nameBytes + extraBytes + commentBytes
  }
  return parts
}

function findEnd(file: Buffer): number {
  for (let at = file.length - endBytes; at >= Math.max(0, file.length - endBytes - 0xffff); at--)
    if (file.readUInt32LE(at) === endMark) return at
  throw damagedPackage('no directory')
}

function readEntry(file: Buffer, at: number, name: string): PackagePart {
  const flags = file.readUInt16LE(at + 8)
  if (flags & 1) throw new JobFailure('file-encrypted')
  const packedBytes = file.readUInt32LE(at + 20)
  const bytes = file.readUInt32LE(at + 24)
  const local = file.readUInt32LE(at + 42)
  if ([packedBytes, bytes, local].includes(wideField)) throw new JobFailure('unsupported-variant')
  if (file.readUInt32LE(local) !== localMark) throw damagedPackage('no part where the directory says so')
  const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
  if (start + packedBytes > file.length) throw damagedPackage('a part ends early')
  return {
    name,
    method: file.readUInt16LE(at + 10),
    checksum: file.readUInt32LE(at + 16),
    bytes,
    packed: file.subarray(start, start + packedBytes),
    time: file.readUInt16LE(at + 12),
    date: file.readUInt16LE(at + 14),
  }
}

/** Limited to the declared size, which prevents decompression bombs. */
export function unpack(part: PackagePart): Buffer {
  const bytes = inflated(part)
  if (bytes.length !== part.bytes || crc32(bytes) !== part.checksum)
    throw damagedPackage('a part is not whole')
  return bytes
}

function inflated({ method, packed, bytes }: PackagePart): Buffer {
  if (method === 0) return packed
  if (method !== 8) throw new JobFailure('unsupported-variant')
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes) })
  } catch (error) {
    throw new JobFailure('file-damaged', {}, { cause: error })
  }
}
