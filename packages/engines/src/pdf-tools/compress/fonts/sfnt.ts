/** Tables of TrueType and OpenType fonts (ISO/IEC 14496-22); out of range reads throw. */

export interface Sfnt {
  readonly version: number
  readonly tables: ReadonlyMap<string, Buffer>
}

const headerBytes = 12
const entryBytes = 16
const versions = [0x00010000, 0x74727565, 0x4f54544f]

export function readSfnt(font: Buffer): Sfnt | undefined {
  const version = font.readUInt32BE(0)
  if (!versions.includes(version)) return undefined
  const tables = new Map<string, Buffer>()
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const at = headerBytes + entryBytes * index
    const start = font.readUInt32BE(at + 8)
    // Some writers count padding that is not there.
    tables.set(font.toString('latin1', at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12)))
  }
  return { version, tables }
}

export function writeSfnt({ version, tables }: Sfnt): Buffer {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1))
  const header = Buffer.alloc(headerBytes + entryBytes * sorted.length)
  const power = Math.floor(Math.log2(Math.max(1, sorted.length)))
  header.writeUInt32BE(version, 0)
  header.writeUInt16BE(sorted.length, 4)
  header.writeUInt16BE(entryBytes * 2 ** power, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE(entryBytes * (sorted.length - 2 ** power), 10)
  const parts = [header]
  let position = header.length
  for (const [index, [tag, table]] of sorted.entries()) {
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)])
    const at = headerBytes + entryBytes * index
    header.write(tag, at, 'latin1')
    header.writeUInt32BE(checksum(padded), at + 4)
    header.writeUInt32BE(position, at + 8)
    header.writeUInt32BE(table.length, at + 12)
    parts.push(padded)
    position += padded.length
  }
  return Buffer.concat(parts)
}

function checksum(table: Buffer): number {
  let sum = 0
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0
  return sum
}

export function tableOf({ tables }: Sfnt, tag: string): Buffer {
  const table = tables.get(tag)
  if (table === undefined) throw new RangeError(`the font has no table ${tag}`)
  return table
}

interface CharacterMap {
  readonly platform: number
  readonly glyphOf: (code: number) => number
}

/** Of the formats that fonts in PDFs have; undefined if there is another one. */
export function readCharacterMaps(font: Sfnt): CharacterMap[] | undefined {
  const cmap = font.tables.get('cmap')
  if (cmap === undefined) return []
  const maps: CharacterMap[] = []
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const platform = cmap.readUInt16BE(4 + 8 * index)
    const table = cmap.subarray(cmap.readUInt32BE(8 + 8 * index))
    const format = table.readUInt16BE(0)
    // Variation sequences.
    if (format === 14) continue
    const glyphOf = { 0: format0, 4: format4, 6: format6, 12: format12 }[format]
    if (glyphOf === undefined) return undefined
    maps.push({ platform, glyphOf: code => glyphOf(table, code) })
  }
  return maps
}

function format0(table: Buffer, code: number): number {
  return code < 256 ? table.readUInt8(6 + code) : 0
}

function format4(table: Buffer, code: number): number {
  const segments = table.readUInt16BE(6)
  for (let at = 0; at < segments; at += 2) {
    if (table.readUInt16BE(14 + at) < code) continue
    const start = table.readUInt16BE(16 + segments + at)
    if (start > code) return 0
    const delta = table.readUInt16BE(16 + 2 * segments + at)
    const offsetAt = 16 + 3 * segments + at
    const offset = table.readUInt16BE(offsetAt)
    if (offset === 0) return (code + delta) & 0xffff
    const glyphAt = offsetAt + offset + 2 * (code - start)
    const glyph = glyphAt + 2 <= table.length ? table.readUInt16BE(glyphAt) : 0
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
  return 0
}

function format6(table: Buffer, code: number): number {
  const index = code - table.readUInt16BE(6)
  return index >= 0 && index < table.readUInt16BE(8) ? table.readUInt16BE(10 + 2 * index) : 0
}

function format12(table: Buffer, code: number): number {
  const groups = table.readUInt32BE(12)
  for (let index = 0; index < groups; index++) {
    const at = 16 + 12 * index
    const start = table.readUInt32BE(at)
    if (code >= start && code <= table.readUInt32BE(at + 4)) return table.readUInt32BE(at + 8) + code - start
  }
  return 0
}

const standardNameCount = 258

/** Glyphs by their own names; standard names are those of characters. */
export function readPostNames(font: Sfnt): ReadonlyMap<string, number> {
  const post = font.tables.get('post')
  const glyphs = new Map<string, number>()
  if (post === undefined || post.length < 34 || post.readUInt32BE(0) !== 0x00020000) return glyphs
  const count = post.readUInt16BE(32)
  const strings: string[] = []
  for (let at = 34 + 2 * count; at < post.length; at += 1 + post.readUInt8(at))
    strings.push(post.toString('latin1', at + 1, at + 1 + post.readUInt8(at)))
  for (let glyph = 0; glyph < count; glyph++) {
    const name = strings[post.readUInt16BE(34 + 2 * glyph) - standardNameCount]
    if (name !== undefined) glyphs.set(name, glyph)
  }
  return glyphs
}
