/** Writes TrueType programs: other widths, another table of characters. */
import { requiredTable, type SfntTables } from './read-true-type.ts'

const checksumMagic = 0xb1b0afba

export function writeTrueType(tables: SfntTables): Buffer {
  const names = [...tables.keys()].sort()
  const power = Math.floor(Math.log2(names.length))
  const header = Buffer.alloc(12 + 16 * names.length)
  header.writeUInt32BE(0x10000, 0)
  header.writeUInt16BE(names.length, 4)
  header.writeUInt16BE(16 * 2 ** power, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE(16 * (names.length - 2 ** power), 10)
  const parts = [header]
  let offset = header.length
  let headOffset = 0
  for (const [index, name] of names.entries()) {
    const table = Buffer.from(requiredTable(tables, name))
    if (name === 'head') {
      table.writeUInt32BE(0, 8)
      headOffset = offset
    }
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)])
    const at = 12 + 16 * index
    header.write(name, at, 4, 'latin1')
    header.writeUInt32BE(checksumOf(padded), at + 4)
    header.writeUInt32BE(offset, at + 8)
    header.writeUInt32BE(table.length, at + 12)
    parts.push(padded)
    offset += padded.length
  }
  const program = Buffer.concat(parts)
  program.writeUInt32BE((checksumMagic - checksumOf(program)) >>> 0, headOffset + 8)
  return program
}

function checksumOf(data: Buffer): number {
  let sum = 0
  for (let at = 0; at < data.length; at += 4) sum = (sum + data.readUInt32BE(at)) >>> 0
  return sum
}

/** With these widths, in thousandths of the em, by glyph. */
export function withWidths(tables: SfntTables, widths: ReadonlyMap<number, number>): SfntTables {
  const unitsPerEm = requiredTable(tables, 'head').readUInt16BE(18)
  const given = requiredTable(tables, 'hmtx')
  const header = Buffer.from(requiredTable(tables, 'hhea'))
  const metricCount = header.readUInt16BE(34)
  const glyphCount = requiredTable(tables, 'maxp').readUInt16BE(4)
  const metrics = Buffer.alloc(4 * glyphCount)
  for (let glyph = 0; glyph < glyphCount; glyph++) {
    const own = given.readUInt16BE(4 * Math.min(glyph, metricCount - 1))
    const width = widths.get(glyph)
    const bearingAt = glyph < metricCount ? 4 * glyph + 2 : 4 * metricCount + 2 * (glyph - metricCount)
    const changed = width === undefined ? own : Math.round((width * unitsPerEm) / 1000)
    metrics.writeUInt16BE(Math.min(0xffff, Math.max(0, changed)), 4 * glyph)
    // Cut off in some subsets.
    metrics.writeInt16BE(bearingAt + 2 <= given.length ? given.readInt16BE(bearingAt) : 0, 4 * glyph + 2)
  }
  header.writeUInt16BE(glyphCount, 34)
  return new Map([...tables, ['hmtx', metrics], ['hhea', header]])
}

/** Codes of a symbolic font are in this area. */
const symbolArea = 0xf000

/** With one table of characters, for the codes of a symbolic font. */
export function withSymbolCodes(tables: SfntTables, glyphs: ReadonlyMap<number, number>): SfntTables {
  const segments = [...glyphs]
    .sort(([a], [b]) => a - b)
    .map(([code, glyph]) => ({ code: symbolArea + code, glyph }))
  const count = segments.length + 1
  const power = Math.floor(Math.log2(count))
  const table = Buffer.alloc(12 + 16 + 8 * count)
  table.writeUInt16BE(1, 2)
  table.writeUInt16BE(3, 4)
  table.writeUInt32BE(12, 8)
  const map = table.subarray(12)
  map.writeUInt16BE(4, 0)
  map.writeUInt16BE(16 + 8 * count, 2)
  map.writeUInt16BE(2 * count, 6)
  map.writeUInt16BE(2 * 2 ** power, 8)
  map.writeUInt16BE(power, 10)
  map.writeUInt16BE(2 * (count - 2 ** power), 12)
  for (const [index, { code, glyph }] of [...segments, { code: 0xffff, glyph: 0 }].entries()) {
    map.writeUInt16BE(code, 14 + 2 * index)
    map.writeUInt16BE(code, 16 + 2 * (count + index))
    map.writeUInt16BE((glyph - code) & 0xffff, 16 + 2 * (2 * count + index))
  }
  return new Map([...tables, ['cmap', table]])
}
