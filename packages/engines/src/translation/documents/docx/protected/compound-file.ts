/** Reads the streams of a compound file, the box in which Office keeps protected documents. */
import { damaged } from '../package/read-package.ts'

const mark = 0xd0cf11e0
const headerBytes = 512
const entryBytes = 128
/** Streams that are smaller stand together in one of their own. */
const smallStreamBytes = 4096
const smallSectorBytes = 64
const lastSector = 0xfffffff0

export function isCompoundFile(file: Buffer): boolean {
  return file.length >= headerBytes && file.readUInt32BE(0) === mark
}

/** By name; only streams of the outermost folder are told apart. */
export function readCompoundFile(file: Buffer): Map<string, Buffer> {
  try {
    return readStreams(file)
  } catch (error) {
    throw error instanceof RangeError ? damaged(error.message) : error
  }
}

function readStreams(file: Buffer): Map<string, Buffer> {
  const sectorBytes = 1 << file.readUInt16LE(30)
  if (sectorBytes !== 512 && sectorBytes !== 4096) throw damaged('compound file with odd sectors')
  const sector = (number: number) => {
    const start = (number + 1) * sectorBytes
    if (start >= file.length) throw damaged('compound file ends early')
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
    const content = bytes < smallStreamBytes ? joinChain(first, smallTable, smallSector) : chain(first)
    if (content.length < bytes) throw damaged('a stream ends early')
    streams.set(name, content.subarray(0, bytes))
  }
  return streams
}

/** Which sector follows which. The first places of the table are in the header, the others in sectors that name each other. */
function readTable(file: Buffer, sector: (number: number) => Buffer): number[] {
  const places = numbersOf(file.subarray(76, headerBytes))
  const seen = new Set<number>()
  for (let next = file.readUInt32LE(68); next < lastSector && !seen.has(next); ) {
    seen.add(next)
    const numbers = numbersOf(sector(next))
    places.push(...numbers.slice(0, -1))
    next = numbers.at(-1) ?? lastSector
  }
  return places.filter(place => place < lastSector).flatMap(place => numbersOf(sector(place)))
}

function numbersOf(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(4 * index))
}

function joinChain(first: number, table: readonly number[], sector: (number: number) => Buffer): Buffer {
  const pieces: Buffer[] = []
  for (let number = first; number < lastSector; number = table[number] ?? lastSector) {
    if (pieces.length > table.length) throw damaged('compound file with a broken chain')
    pieces.push(sector(number))
  }
  return Buffer.concat(pieces)
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
