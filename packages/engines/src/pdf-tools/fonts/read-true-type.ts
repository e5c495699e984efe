/** Reads the tables of a TrueType or OpenType program that say which glyphs it has and how wide they are. */
import type { CharacterMap, FontProgram } from './font-program.ts'
import { readCff } from './read-cff.ts'

export type SfntTables = ReadonlyMap<string, Buffer>

export function readTables(data: Buffer): SfntTables {
  const count = data.readUInt16BE(4)
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const at = 12 + 16 * index
      const offset = data.readUInt32BE(at + 8)
      return [data.toString('latin1', at, at + 4), data.subarray(offset, offset + data.readUInt32BE(at + 12))]
    }),
  )
}

/** Throws if a table that is needed is missing or cut off. */
export function readTrueType(data: Buffer): FontProgram {
  const tables = readTables(data)
  const cff = tables.get('CFF ')
  if (cff !== undefined) return { ...readCff(cff), cmaps: readCharacterMaps(tables.get('cmap')) }
  if (tables.get('glyf') === undefined || tables.get('loca') === undefined) throw new Error('no outlines')
  const unitsPerEm = requiredTable(tables, 'head').readUInt16BE(18)
  const metrics = requiredTable(tables, 'hmtx')
  const metricCount = requiredTable(tables, 'hhea').readUInt16BE(34)
  const glyphCount = requiredTable(tables, 'maxp').readUInt16BE(4)
  if (metricCount === 0 || unitsPerEm === 0) throw new Error('no widths')
  const names = readGlyphNames(tables.get('post'))
  const cmaps = readCharacterMaps(tables.get('cmap'))
  return {
    kind: 'truetype',
    glyphCount,
    width(glyph) {
      if (glyph >= glyphCount) return undefined
      return (metrics.readUInt16BE(4 * Math.min(glyph, metricCount - 1)) * 1000) / unitsPerEm
    },
    glyphByName: name => names.get(name),
    glyphByCode: code => glyphOfSymbol(cmaps, code),
    glyphByCid: cid => cid,
    cmaps,
  }
}

export function requiredTable(tables: SfntTables, name: string): Buffer {
  const table = tables.get(name)
  if (table === undefined) throw new Error(`no table ${name}`)
  return table
}

/** Symbolic fonts have their codes in a private area of (3, 0), or in (1, 0). */
function glyphOfSymbol(cmaps: readonly CharacterMap[], code: number): number | undefined {
  const symbols = cmaps.find(({ platform, encoding }) => platform === 3 && encoding === 0)
  for (const area of [0xf000, 0, 0xf100, 0xf200]) {
    const glyph = symbols?.glyphs.get(area + code)
    if (glyph !== undefined) return glyph
  }
  const macintosh = cmaps.find(({ platform }) => platform === 1)
  // What viewers do with a single table of another kind.
  return (macintosh ?? cmaps[0])?.glyphs.get(code)
}

function readCharacterMaps(table: Buffer | undefined): CharacterMap[] {
  if (table === undefined || table.length < 4) return []
  return Array.from({ length: table.readUInt16BE(2) }, (_, index) => {
    const at = 4 + 8 * index
    return {
      platform: table.readUInt16BE(at),
      encoding: table.readUInt16BE(at + 2),
      glyphs: readSubtable(table.subarray(table.readUInt32BE(at + 4))),
    }
  })
}

function readSubtable(table: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>()
  const add = (character: number, glyph: number) => {
    if (glyph !== 0) glyphs.set(character, glyph)
  }
  const format = table.readUInt16BE(0)
  if (format === 0) for (let code = 0; code < 256; code++) add(code, table[6 + code] ?? 0)
  if (format === 4) readSegments(table, add)
  if (format === 6) {
    const first = table.readUInt16BE(6)
    for (let index = 0; index < table.readUInt16BE(8); index++)
      add(first + index, table.readUInt16BE(10 + 2 * index))
  }
  if (format === 12)
    for (let group = 0; group < table.readUInt32BE(12); group++) {
      const at = 16 + 12 * group
      const [start, end, glyph] = [
        table.readUInt32BE(at),
        table.readUInt32BE(at + 4),
        table.readUInt32BE(at + 8),
      ]
      for (let character = start; character <= Math.min(end, 0x10ffff); character++)
        add(character, glyph + character - start)
    }
  return glyphs
}

function readSegments(table: Buffer, add: (character: number, glyph: number) => void): void {
  const doubled = table.readUInt16BE(6)
  for (let segment = 0; segment < doubled; segment += 2) {
    const end = table.readUInt16BE(14 + segment)
    const start = table.readUInt16BE(16 + doubled + segment)
    const delta = table.readUInt16BE(16 + 2 * doubled + segment)
    const rangeAt = 16 + 3 * doubled + segment
    const range = table.readUInt16BE(rangeAt)
    for (let character = start; character <= end && character < 0xffff; character++) {
      const at = rangeAt + range + 2 * (character - start)
      if (range !== 0 && at + 2 > table.length) break
      const glyph = range === 0 ? character : table.readUInt16BE(at)
      add(character, glyph === 0 ? 0 : (glyph + delta) & 0xffff)
    }
  }
}

/** Only of a table with its own names (version 2); the 258 standard names of TrueType are left out. */
function readGlyphNames(table: Buffer | undefined): Map<string, number> {
  const names = new Map<string, number>()
  if (table === undefined || table.length < 34 || table.readUInt32BE(0) !== 0x20000) return names
  const count = table.readUInt16BE(32)
  const texts: string[] = []
  for (let at = 34 + 2 * count; at < table.length; at += 1 + (table[at] ?? 0))
    texts.push(table.toString('latin1', at + 1, at + 1 + (table[at] ?? 0)))
  for (let glyph = 0; glyph < count; glyph++) {
    const name = texts[table.readUInt16BE(34 + 2 * glyph) - standardNames]
    if (name !== undefined && !names.has(name)) names.set(name, glyph)
  }
  return names
}

const standardNames = 258
