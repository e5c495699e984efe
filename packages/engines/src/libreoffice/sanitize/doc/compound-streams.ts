/** Streams of a compound file ([MS-CFB]) as views of its bytes: writing to a stream changes the file. */
import { damagedPackage } from '../../../translation/documents/docx/package/read-package.ts'

const headerBytes = 512
const entryBytes = 128
const smallSectorBytes = 64
const lastSector = 0xfffffff0

interface Entry {
  readonly name: string
  readonly type: number
  readonly left: number
  readonly right: number
  readonly child: number
  readonly first: number
  readonly bytes: number
  /** The directory entry in the file. */
  readonly view: Buffer
}

export interface Stream {
  read(): Buffer
  /** Must have the same length as `read` returned. */
  write(content: Buffer): void
}

export interface CompoundStreams {
  /** Of this storage only: embedded documents have streams with the same names. */
  readonly streams: ReadonlyMap<string, Stream>
  /** Of this storage; a renamed storage is not found by any reader. */
  readonly storages: ReadonlyMap<string, Buffer>
  /** A storage of this one; undefined if it has none of this name. */
  openStorage(name: string): CompoundStreams | undefined
}

export function openCompoundFile(file: Buffer): CompoundStreams {
  try {
    return readFile(file)
  } catch (error) {
    throw error instanceof RangeError ? damagedPackage(error.message) : error
  }
}

function readFile(file: Buffer): CompoundStreams {
  const sectorBytes = 1 << file.readUInt16LE(30)
  if (sectorBytes !== 512 && sectorBytes !== 4096) throw damagedPackage('compound file with invalid sectors')
  const smallLimit = file.readUInt32LE(56)
  const sector = (number: number) => {
    const start = (number + 1) * sectorBytes
    if (start >= file.length) throw damagedPackage('compound file ends early')
    return file.subarray(start, start + sectorBytes)
  }
  const table = readTable(file, sector)
  const chain = (first: number) => followChain(first, table).map(sector)
  const entries = chain(file.readUInt32LE(48)).flatMap(readEntries)
  const root = entries.find(({ type }) => type === 5)
  if (root === undefined) throw damagedPackage('compound file without a root')
  const container = chain(root.first)
  const smallTable = chain(file.readUInt32LE(60)).flatMap(numbersOf)
  const smallSector = (number: number) => {
    const start = number * smallSectorBytes
    const sectorView = container[Math.floor(start / sectorBytes)]
    if (sectorView === undefined) throw damagedPackage('compound file ends early')
    return sectorView.subarray(start % sectorBytes, (start % sectorBytes) + smallSectorBytes)
  }
  const open = (storage: Entry): CompoundStreams => {
    const streams = new Map<string, Stream>()
    const storages = new Map<string, Buffer>()
    const children = childrenOf(storage, entries)
    for (const entry of children) {
      if (entry.type === 1) storages.set(entry.name, entry.view)
      if (entry.type !== 2) continue
      const isSmall = entry.bytes < smallLimit
      const views = isSmall ? followChain(entry.first, smallTable).map(smallSector) : chain(entry.first)
      streams.set(entry.name, streamOf(views, entry.bytes))
    }
    const openStorage = (name: string) => {
      const found = children.find(entry => entry.type === 1 && entry.name === name)
      return found && open(found)
    }
    return { streams, storages, openStorage }
  }
  return open(root)
}

function streamOf(views: readonly Buffer[], bytes: number): Stream {
  return {
    read: () => Buffer.concat(views).subarray(0, bytes),
    write(content) {
      let at = 0
      for (const view of views) at += content.copy(view, 0, at)
    },
  }
}

/** The first sectors of the allocation table are listed in the header, the others in a chain of sectors (DIFAT). */
function readTable(file: Buffer, sector: (number: number) => Buffer): number[] {
  const sectors = numbersOf(file.subarray(76, headerBytes))
  const seen = new Set<number>()
  for (let next = file.readUInt32LE(68); next < lastSector && !seen.has(next); ) {
    seen.add(next)
    const numbers = numbersOf(sector(next))
    sectors.push(...numbers.slice(0, -1))
    next = numbers.at(-1) ?? lastSector
  }
  return sectors.filter(place => place < lastSector).flatMap(place => numbersOf(sector(place)))
}

function numbersOf(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(4 * index))
}

function followChain(first: number, table: readonly number[]): number[] {
  const numbers: number[] = []
  for (let number = first; number < lastSector; number = table[number] ?? lastSector) {
    if (numbers.length > table.length) throw damagedPackage('compound file with a broken chain')
    numbers.push(number)
  }
  return numbers
}

function readEntries(sector: Buffer): Entry[] {
  return Array.from({ length: Math.floor(sector.length / entryBytes) }, (_, index) => {
    const view = sector.subarray(index * entryBytes, (index + 1) * entryBytes)
    const nameBytes = Math.max(2, Math.min(64, view.readUInt16LE(64)))
    return {
      name: view.toString('utf16le', 0, nameBytes - 2),
      type: view.readUInt8(66),
      left: view.readUInt32LE(68),
      right: view.readUInt32LE(72),
      child: view.readUInt32LE(76),
      first: view.readUInt32LE(116),
      bytes: view.readUInt32LE(120),
      view,
    }
  })
}

function childrenOf({ child }: Entry, entries: readonly Entry[]): Entry[] {
  const found: Entry[] = []
  const waiting = [child]
  const seen = new Set<number>()
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const entry = entries[id]
    if (entry === undefined || seen.has(id)) continue
    seen.add(id)
    found.push(entry)
    waiting.push(entry.left, entry.right)
  }
  return found
}
