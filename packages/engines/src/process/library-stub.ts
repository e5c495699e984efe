/**
 * Stubs of shared libraries: the same name and symbols, but no code, no dependencies and nothing to relocate. A program
 * that loads a stub instead of a library that it never calls starts faster; a call into a stub is a segmentation fault.
 * ELF64, little-endian, as on x64 and arm64.
 */
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'

const elfHeaderBytes = 64
const magic = '7f454c460201'
const segmentHeaderBytes = 56
const dynamicEntryBytes = 16
const executable = 1

const segmentTypes = { load: 1, dynamic: 2, tls: 7, relro: 0x6474e552 }
const tags = { needed: 1n, strings: 5n, soname: 14n }
/** Tables by which the dynamic linker finds a symbol: hashes, strings, symbols, versions. */
const tableTags: ReadonlySet<bigint> = new Set([4n, tags.strings, 6n, 0x6ffffef5n, 0x6ffffff0n, 0x6ffffffcn])
/** Sizes and counts of these tables, and the name of the library. */
const valueTags: ReadonlySet<bigint> = new Set([10n, 11n, tags.soname, 0x6ffffffdn])
/** Tables that a stub has not: required versions, relocations, initializers. They follow the tables of symbols. */
const droppedTableTags: ReadonlySet<bigint> = new Set([7n, 12n, 17n, 23n, 25n, 36n, 0x6ffffffen])

interface Segment {
  readonly type: number
  readonly offset: number
  readonly address: number
  readonly bytes: number
}

type DynamicEntry = readonly [tag: bigint, value: bigint]

interface Library {
  /** ELF header and segment headers. */
  readonly head: Buffer
  readonly segments: readonly Segment[]
  readonly dynamic: Segment
  readonly entries: readonly DynamicEntry[]
}

function readAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  if (readSync(file, bytes, 0, length, offset) !== length) throw new Error('The library is truncated')
  return bytes
}

function readLibrary(file: number): Library {
  const header = readAt(file, 0, elfHeaderBytes)
  if (header.toString('hex', 0, 6) !== magic) throw new Error('Not a 64-bit little-endian ELF file')
  const count = header.readUInt16LE(56)
  const start = Number(header.readBigUInt64LE(32))
  if (start !== elfHeaderBytes) throw new Error('The segment headers do not follow the ELF header')
  const head = readAt(file, 0, elfHeaderBytes + count * segmentHeaderBytes)
  const segments = Array.from({ length: count }, (_, index) => {
    const at = elfHeaderBytes + index * segmentHeaderBytes
    const number = (offset: number) => Number(head.readBigUInt64LE(at + offset))
    return { type: head.readUInt32LE(at), offset: number(8), address: number(16), bytes: number(32) }
  })
  const dynamic = segments.find(({ type }) => type === segmentTypes.dynamic)
  if (dynamic === undefined) throw new Error('No dynamic section')
  const section = readAt(file, dynamic.offset, dynamic.bytes)
  const entries = Array.from({ length: dynamic.bytes / dynamicEntryBytes }, (_, index): DynamicEntry => {
    const at = index * dynamicEntryBytes
    return [section.readBigUInt64LE(at), section.readBigUInt64LE(at + 8)]
  })
  return { head, segments, dynamic, entries }
}

/** File names of the libraries that a program or library is linked to. */
export function neededLibraries(path: string): readonly string[] {
  return withFile(path, 'r', file => {
    const { segments, entries } = readLibrary(file)
    const address = Number(entries.find(([tag]) => tag === tags.strings)?.[1] ?? 0)
    const holding = segments.find(
      ({ type, address: from, bytes }) =>
        type === segmentTypes.load && address >= from && address < from + bytes,
    )
    if (holding === undefined) throw new Error('No table of strings')
    const strings = address - holding.address + holding.offset
    return entries.flatMap(([tag, value]) =>
      tag === tags.needed ? [readName(file, strings + Number(value))] : [],
    )
  })
}

const maxNameBytes = 256

function readName(file: number, offset: number): string {
  const bytes = Buffer.alloc(maxNameBytes)
  readSync(file, bytes, 0, maxNameBytes, offset)
  return bytes.toString('latin1', 0, bytes.indexOf(0))
}

/** Writes the stub of a library; the file is sparse, so that it takes only the space of its tables. */
export function writeLibraryStub(sourcePath: string, stubPath: string): void {
  withFile(sourcePath, 'r', source => {
    const { head, segments, dynamic, entries } = readLibrary(source)
    const tablesEnd = endOfTables(entries)
    const isAtStart = segments.some(
      ({ type, offset, address, bytes }) =>
        type === segmentTypes.load && offset === 0 && address === 0 && tablesEnd <= bytes,
    )
    if (!isAtStart) throw new Error('The tables of symbols are not at the start')
    const start = readAt(source, 0, tablesEnd)
    stubHead(head, segments).copy(start)
    withFile(stubPath, 'wx', stub => {
      // Every segment can still be mapped; what is not written reads as zeros.
      ftruncateSync(stub, fstatSync(source).size)
      writeSync(stub, start, 0, start.length, 0)
      writeSync(stub, stubDynamic(entries), 0, dynamic.bytes, dynamic.offset)
    })
  })
}

function endOfTables(entries: readonly DynamicEntry[]): number {
  const addresses = (kinds: ReadonlySet<bigint>) =>
    entries.flatMap(([tag, value]) => (kinds.has(tag) ? [Number(value)] : []))
  const lastTable = Math.max(...addresses(tableTags))
  const next = Math.min(...addresses(droppedTableTags).filter(address => address > lastTable))
  if (!Number.isFinite(lastTable) || !Number.isFinite(next)) throw new Error('Unknown layout of tables')
  return next
}

/** Without sections, without code, and without memory for threads. */
function stubHead(head: Buffer, segments: readonly Segment[]): Buffer {
  const changed = Buffer.from(head)
  changed.writeBigUInt64LE(0n, 40)
  changed.fill(0, 58, 64)
  for (const [index, { type }] of segments.entries()) {
    const at = elfHeaderBytes + index * segmentHeaderBytes
    if (type === segmentTypes.tls || type === segmentTypes.relro) changed.writeUInt32LE(0, at)
    // Also lets stubs be mapped from a file system that is mounted noexec.
    if (type === segmentTypes.load) changed.writeUInt32LE(changed.readUInt32LE(at + 4) & ~executable, at + 4)
  }
  return changed
}

function stubDynamic(entries: readonly DynamicEntry[]): Buffer {
  const section = Buffer.alloc(entries.length * dynamicEntryBytes)
  const kept = entries.filter(([tag]) => tableTags.has(tag) || valueTags.has(tag))
  for (const [index, [tag, value]] of kept.entries()) {
    section.writeBigUInt64LE(tag, index * dynamicEntryBytes)
    section.writeBigUInt64LE(value, index * dynamicEntryBytes + 8)
  }
  return section
}

function withFile<Result>(path: string, flags: 'r' | 'wx', use: (file: number) => Result): Result {
  const file = openSync(path, flags, 0o644)
  try {
    return use(file)
  } finally {
    closeSync(file)
  }
}
