/**
 * Glyphs of CFF fonts (Adobe technical note 5176), and their removal: the charstrings of unused glyphs become empty, and
 * everything keeps its place in the file, because the bytes that are left over compress to nothing.
 */
import { standardNames, standardString } from './latin-glyphs.ts'

interface Index {
  readonly start: number
  readonly end: number
  readonly count: number
  readonly offsetSize: number
  readonly item: (index: number) => Buffer
}

export interface CffFont {
  readonly glyphCount: number
  /** Glyphs of a font with CIDs, by CID. */
  readonly glyphOfCid: ReadonlyMap<number, number> | undefined
  readonly glyphOfName: ReadonlyMap<string, number>
  /** Of the encoding of the font itself. */
  readonly glyphOfCode: ReadonlyMap<number, number>
  readonly withoutOutlines: (used: ReadonlySet<number>) => Buffer
}

const operators = { charset: 15, encoding: 16, charStrings: 17, registry: 0x0c1e }
const endchar = 0x0e
const firstOwnString = 391

export function readCffGlyphs(data: Buffer): CffFont {
  const names = readIndex(data, data.readUInt8(2))
  const tops = readIndex(data, names.end)
  const strings = readIndex(data, tops.end)
  if (names.count !== 1 || tops.count !== 1) throw new RangeError('not one font')
  const top = readDict(tops.item(0))
  const charStrings = readIndex(data, top.get(operators.charStrings)?.at(-1) ?? 0)
  const ids = readCharset(data, top.get(operators.charset)?.at(-1) ?? 0, charStrings.count)
  const hasCids = top.has(operators.registry)
  const nameOf = (id: number) =>
    id < firstOwnString ? standardString(id) : strings.item(id - firstOwnString).toString('latin1')
  const glyphOfName = new Map<string, number>()
  if (!hasCids)
    for (const [glyph, id] of ids.entries()) {
      const name = nameOf(id)
      if (name !== undefined) glyphOfName.set(name, glyph)
    }
  return {
    glyphCount: charStrings.count,
    glyphOfCid: hasCids ? new Map(ids.map((id, glyph) => [id, glyph])) : undefined,
    glyphOfName,
    glyphOfCode: readEncoding(data, top.get(operators.encoding)?.at(-1) ?? 0, glyphOfName),
    withoutOutlines: used => blank(data, charStrings, used),
  }
}

function readIndex(data: Buffer, start: number): Index {
  const count = data.readUInt16BE(start)
  if (count === 0) {
    const item = () => {
      throw new RangeError('no such item')
    }
    return { start, end: start + 2, count, offsetSize: 1, item }
  }
  const offsetSize = data.readUInt8(start + 2)
  const base = start + 2 + (count + 1) * offsetSize
  const offset = (index: number) => base + data.readUIntBE(start + 3 + index * offsetSize, offsetSize)
  const item = (index: number) => {
    if (index >= count || offset(index + 1) > data.length) throw new RangeError('no such item')
    return data.subarray(offset(index), offset(index + 1))
  }
  return { start, end: offset(count), count, offsetSize, item }
}

/** Operands by operator; two-byte operators begin with 12. */
function readDict(dict: Buffer): Map<number, number[]> {
  const found = new Map<number, number[]>()
  let operands: number[] = []
  for (let at = 0; at < dict.length; ) {
    const byte = dict.readUInt8(at)
    if (byte > 21) {
      const { value, length } = readOperand(dict, at)
      operands.push(value)
      at += length
      continue
    }
    found.set(byte === 12 ? 0x0c00 + dict.readUInt8(at + 1) : byte, operands)
    operands = []
    at += byte === 12 ? 2 : 1
  }
  return found
}

function readOperand(dict: Buffer, at: number): { value: number; length: number } {
  const byte = dict.readUInt8(at)
  if (byte === 28) return { value: dict.readInt16BE(at + 1), length: 3 }
  if (byte === 29) return { value: dict.readInt32BE(at + 1), length: 5 }
  if (byte === 30) {
    let end = at + 1
    // Digits of a real number, which no operator here has.
    while ((dict.readUInt8(end) & 0x0f) !== 0x0f) end++
    return { value: Number.NaN, length: end + 1 - at }
  }
  if (byte <= 246) return { value: byte - 139, length: 1 }
  const low = dict.readUInt8(at + 1)
  const value = byte <= 250 ? (byte - 247) * 256 + low + 108 : -(byte - 251) * 256 - low - 108
  return { value, length: 2 }
}

/** String or CID of each glyph. */
function readCharset(data: Buffer, offset: number, count: number): number[] {
  // ISOAdobe; the two predefined charsets of expert fonts have names that no other module knows.
  if (offset === 0) return Array.from({ length: count }, (_, glyph) => glyph)
  if (offset <= 2) throw new RangeError('an expert charset')
  const ids = [0]
  const format = data.readUInt8(offset)
  for (let at = offset + 1; ids.length < count; ) {
    const first = data.readUInt16BE(at)
    const left = format === 0 ? 0 : format === 1 ? data.readUInt8(at + 2) : data.readUInt16BE(at + 2)
    for (let index = 0; index <= left && ids.length < count; index++) ids.push(first + index)
    at += 2 + format
  }
  return ids
}

function readEncoding(
  data: Buffer,
  offset: number,
  glyphOfName: ReadonlyMap<string, number>,
): Map<number, number> {
  const glyphs = new Map<number, number>()
  if (offset <= 1) {
    for (const [code, name] of standardNames) {
      const glyph = glyphOfName.get(name)
      if (glyph !== undefined) glyphs.set(code, glyph)
    }
    return glyphs
  }
  const format = data.readUInt8(offset)
  // Supplements give several codes to one glyph.
  if (format > 1) throw new RangeError('an encoding with supplements')
  const count = data.readUInt8(offset + 1)
  let glyph = 1
  for (let index = 0; index < count; index++) {
    const first = data.readUInt8(offset + 2 + index * (1 + format))
    const left = format === 0 ? 0 : data.readUInt8(offset + 3 + 2 * index)
    for (let code = first; code <= first + left; code++) glyphs.set(code, glyph++)
  }
  return glyphs
}

function blank(data: Buffer, charStrings: Index, used: ReadonlySet<number>): Buffer {
  const { start, end, count, offsetSize } = charStrings
  const result = Buffer.from(data)
  const items = Array.from({ length: count }, (_, glyph) =>
    glyph === 0 || used.has(glyph) ? charStrings.item(glyph) : Buffer.of(endchar),
  )
  const packed = Buffer.concat(items)
  const offsets = Buffer.alloc((count + 1) * offsetSize)
  let offset = 1
  for (let index = 0; index <= count; index++) {
    offsets.writeUIntBE(offset, index * offsetSize, offsetSize)
    offset += items[index]?.length ?? 0
  }
  const length = 3 + offsets.length + packed.length
  // Glyphs that were empty before have become longer.
  if (start + length > end) throw new RangeError('no glyph to remove')
  offsets.copy(result, start + 3)
  packed.copy(result, start + 3 + offsets.length)
  result.fill(0, start + length, end)
  return result
}
