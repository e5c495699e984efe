/** Removes outlines and widths of unused glyphs of a TrueType font; glyphs keep their numbers. */
import { type Sfnt, tableOf } from './sfnt.ts'

/** Flags of the parts of composite glyphs. */
const hasWords = 0x0001
const hasScale = 0x0008
const hasMoreParts = 0x0020
const hasTwoScales = 0x0040
const hasMatrix = 0x0080

export function withoutOutlines(font: Sfnt, used: ReadonlySet<number>): Map<string, Buffer> {
  const [head, loca, glyf] = [tableOf(font, 'head'), tableOf(font, 'loca'), tableOf(font, 'glyf')]
  const count = tableOf(font, 'maxp').readUInt16BE(4)
  const isLong = head.readInt16BE(50) !== 0
  const offsetOf = (glyph: number) =>
    isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph)
  const outlineOf = (glyph: number) => glyf.subarray(offsetOf(glyph), offsetOf(glyph + 1))

  const kept = withParts(new Set([0, ...used].filter(glyph => glyph < count)), outlineOf)
  const outlines: Buffer[] = []
  const offsets: number[] = []
  let position = 0
  for (let glyph = 0; glyph < count; glyph++) {
    offsets.push(position)
    if (!kept.has(glyph)) continue
    const outline = outlineOf(glyph)
    const padded = Buffer.concat([outline, Buffer.alloc(-outline.length & 3)])
    outlines.push(padded)
    position += padded.length
  }
  offsets.push(position)
  const newLoca = Buffer.alloc((isLong ? 4 : 2) * offsets.length)
  for (const [index, offset] of offsets.entries())
    if (isLong) newLoca.writeUInt32BE(offset, 4 * index)
    else newLoca.writeUInt16BE(offset / 2, 2 * index)
  const hmtx = withoutMetrics(font, kept)
  return new Map([...font.tables, ['glyf', Buffer.concat(outlines)], ['loca', newLoca], ['hmtx', hmtx]])
}

/** Zeros for glyphs that are not kept; all glyphs behind the last whole entry have its width. */
function withoutMetrics(font: Sfnt, kept: ReadonlySet<number>): Buffer {
  const hmtx = Buffer.from(tableOf(font, 'hmtx'))
  const whole = tableOf(font, 'hhea').readUInt16BE(34)
  for (let glyph = 0; glyph < whole - 1; glyph++) if (!kept.has(glyph)) hmtx.fill(0, 4 * glyph, 4 * glyph + 4)
  for (let glyph = whole; 2 * whole + 2 * glyph + 2 <= hmtx.length; glyph++)
    if (!kept.has(glyph)) hmtx.fill(0, 2 * whole + 2 * glyph, 2 * whole + 2 * glyph + 2)
  return hmtx
}

/** With the glyphs of which composite ones consist. */
function withParts(used: ReadonlySet<number>, outlineOf: (glyph: number) => Buffer): ReadonlySet<number> {
  const kept = new Set<number>()
  const waiting = [...used]
  for (let glyph = waiting.pop(); glyph !== undefined; glyph = waiting.pop()) {
    if (kept.has(glyph)) continue
    kept.add(glyph)
    waiting.push(...partsOf(outlineOf(glyph)))
  }
  return kept
}

function partsOf(outline: Buffer): number[] {
  const parts: number[] = []
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return parts
  for (let at = 10; ; ) {
    const flags = outline.readUInt16BE(at)
    parts.push(outline.readUInt16BE(at + 2))
    at += 4 + ((flags & hasWords) !== 0 ? 4 : 2)
    if ((flags & hasScale) !== 0) at += 2
    else if ((flags & hasTwoScales) !== 0) at += 4
    else if ((flags & hasMatrix) !== 0) at += 8
    if ((flags & hasMoreParts) === 0) return parts
  }
}
