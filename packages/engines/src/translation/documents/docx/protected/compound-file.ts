/** Reads the streams of a compound file ([MS-CFB]), the container of encrypted Office documents. */
import { damagedPackage } from '../package/read-package.ts'

const mark = 0xd0cf11e0
const headerBytes = 512
const entryBytes = 128
/** Smaller streams are stored in the mini stream. */
const smallStreamBytes = 4096
const smallSectorBytes = 64
const lastSector = 0xfffffff0

export function isCompoundFile(file: Buffer): boolean {
  return file.length >= headerBytes && file.readUInt32BE(0) === mark
}

/** Others are not read: damage to a description of the encryption's history does not matter. */
const neededStreams: ReadonlySet<string> = new Set(['EncryptionInfo', 'EncryptedPackage'])

/** By name, without distinguishing folders. */
export function readCompoundFile(file: Buffer): Map<string, Buffer> {
  try {
    return readStreams(file)
  } catch (error) {
    throw error instanceof RangeError ? damagedPackage(error.message) : error
  }
}

function readStreams(file: Buffer): Map<string, Buffer> {
  const sectorBytes = 1 << file.readUInt16LE(30)
  if (sectorBytes !== 512 && sectorBytes !== 4096) throw damagedPackage('compound file with invalid sectors')
  const sector = (number: number) => {
    const start = (number + 1) * sectorBytes
    if (start >= file.length) throw damagedPackage('compound file ends early')
    return file.subarray(start, start + sectorBytes)
  }
  const table = readTable(file, sector)
  const chain = (first: number) => joinChain(first, table, sector)
  const directory = chain(file.readUInt32LE(48))
  const entries = readDirectory(directory)
  const root = entries.find(({ type }) => type === 5)
  const small = root ? chain(root.first) : Buffer.alloc(0)
  const smallTable = numbersOf(chain(file.readUInt32LE(60)))
  const smallSector = (number: number) =>
    small.subarray(number * smallSectorBytes, (number + 1) * smallSectorBytes)
  const streams = new Map<string, Buffer>()
  for (const { name, type, first, bytes } of entries) {
    if (type !== 2 || streams.has(name)) continue
    if (!neededStreams.has(name)) continue
    const content = bytes < smallStreamBytes ? joinChain(first, smallTable, smallSector) : chain(first)
    if (content.length < bytes) throw damagedPackage('a stream ends early')
    streams.set(name, content.subarray(0, bytes))
  }
  return streams
}

/** The FAT: the next sector of each. Its first sectors are listed in the header, the others in a chain (DIFAT). */
function readTable(file: Buffer, sector: (number: number) => Buffer): number[] {
  const positions = numbersOf(file.subarray(76, headerBytes))
  const seen = new Set<number>()
  for (let next = file.readUInt32LE(68); next < lastSector && !seen.has(next); ) {
    seen.add(next)
    const numbers = numbersOf(sector(next))
    positions.push(...numbers.slice(0, -1))
    next = numbers.at(-1) ?? lastSector
  }
  return positions.filter(position => position < lastSector).flatMap(position => numbersOf(sector(position)))
}

function numbersOf(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(4 * index))
}

function joinChain(first: number, table: readonly number[], sector: (number: number) => Buffer): Buffer {
  const parts: Buffer[] = []
  for (let number = first; number < lastSector; number = table[number] ?? lastSector) {
    if (parts.length > table.length) throw damagedPackage('compound file with a broken chain')
    parts.push(sector(number))
  }
  return Buffer.concat(parts)
}

interface Entry {
  readonly name: string
  readonly type: number
  readonly first: number
  readonly bytes: number
}

function readDirectory(directory: Buffer): Entry[] {
  return Array.from({ length: Math.floor(directory.length / entryBytes) }, (_, index) => {
    const entry = directory.subarray(index * entryBytes, (index + 1) * entryBytes)
    const nameBytes = Math.max(2, Math.min(64, entry.readUInt16LE(64)))
    return {
      name: entry.toString('utf16le', 0, nameBytes - 2),
      type: entry.readUInt8(66),
      first: entry.readUInt32LE(116),
      bytes: entry.readUInt32LE(120),
    }
  })
}
