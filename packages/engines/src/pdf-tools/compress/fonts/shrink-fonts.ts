/** Reduces embedded TrueType and CFF fonts to the glyphs that the document shows. Glyphs keep their numbers. */
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import type { PdfDocument } from '../../qpdf/pdf-document.ts'
import { isName, type PdfDict, referencedNumber } from '../../qpdf/pdf-value.ts'
import { dumpStreams } from '../dump-streams.ts'
import { readCffGlyphs } from './cff.ts'
import { type FontUse, findUsedCodes } from './find-used-codes.ts'
import { readSfnt, type Sfnt, tableOf, writeSfnt } from './sfnt.ts'
import { type GlyphProgram, type GlyphSource, usedGlyphs } from './used-glyphs.ts'

/* Removes outlines and widths of unused glyphs of a TrueType font; glyphs keep their numbers. */

/** Flags of the parts of composite glyphs. */
const hasWords = 0x0001
const hasScale = 0x0008
const hasMoreParts = 0x0020
const hasTwoScales = 0x0040
const hasMatrix = 0x0080

function withoutOutlines(font: Sfnt, used: ReadonlySet<number>): Map<string, Buffer> {
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

/** What readers of PDFs need; character maps and names only for codes of one byte. */
const drawingTables = ['head', 'hhea', 'hmtx', 'maxp', 'loca', 'glyf', 'cvt ', 'fpgm', 'prep', 'vhea', 'vmtx']
const simpleTables = [...drawingTables, 'cmap', 'post', 'OS/2']
const openTypeTables = [...simpleTables, 'CFF ', 'name', 'VORG']

/** Smaller ones are mostly their fixed parts. */
const minSaving = 0.05

interface Program {
  readonly objectNumber: number
  readonly fonts: { readonly font: FontUse; readonly descriptor: number | undefined }[]
}

/** Changes the document; returns how many fonts are smaller. */
export async function shrinkFonts(source: GlyphSource): Promise<number> {
  const { document, path, prefix } = source
  const programs = listPrograms(document)
  if (programs.size === 0) return 0
  const used = await findUsedCodes(path, document, prefix)
  if (used === undefined) return 0
  for (const font of used.values()) {
    const found = programOf(document, font.dict)
    if (found !== undefined) programs.get(found.program)?.fonts.push({ font, descriptor: found.descriptor })
  }
  let shrunk = 0
  for (const program of programs.values())
    if (await shrinkProgram(source, program).catch(unreadable)) shrunk++
  return shrunk
}

/** A damaged font stays as it is. */
function unreadable(error: unknown): boolean {
  if (error instanceof RangeError) return false
  throw error
}

function listPrograms(document: PdfDocument): Map<number, Program> {
  const programs = new Map<number, Program>()
  document.walk(document.trailer(), (_, body) => {
    for (const match of body.matchAll(/"\/FontFile[23]": ?"(\d+) 0 R"/g)) {
      const objectNumber = Number(match[1])
      programs.set(objectNumber, { objectNumber, fonts: [] })
    }
  })
  return programs
}

function programOf(document: PdfDocument, font: PdfDict) {
  const described =
    font['/Subtype'] === '/Type0' ? document.dictionary(document.array(font['/DescendantFonts'])[0]) : font
  const descriptor = document.dictionary(described?.['/FontDescriptor'])
  const program = referencedNumber(descriptor?.['/FontFile2'] ?? descriptor?.['/FontFile3'])
  return program === undefined
    ? undefined
    : { program, descriptor: referencedNumber(described?.['/FontDescriptor']) }
}

async function shrinkProgram(source: GlyphSource, { objectNumber, fonts }: Program): Promise<boolean> {
  const { path, document, prefix } = source
  // A font that no text is seen to use may be there for a reason.
  if (fonts.every(({ font }) => font.strings.size === 0)) return false
  if (fonts.some(({ font }) => font.isEditable)) return false
  const dumped = (await dumpStreams(path, [objectNumber], prefix)).get(objectNumber)
  if (dumped === undefined) return false
  const data = await readFile(dumped.datafile)
  await rm(dumped.datafile)
  if (dumped.dict['/Filter'] !== undefined || data.length < 100) return false
  const program = readProgram(data)
  const glyphs = new Set<number>()
  for (const { font } of fonts) {
    const found = await usedGlyphs(source, font, program)
    if (found === undefined) return false
    for (const glyph of found) glyphs.add(glyph)
  }
  const isSimple = fonts.some(({ font }) => font.dict['/Subtype'] !== '/Type0')
  const reduced = reduce(data, program, glyphs, isSimple)
  const stored = Number(document.resolve(document.object(objectNumber)?.stream?.dict['/Length']))
  if (reduced === undefined || deflateSync(reduced, { level: 9 }).length > stored * (1 - minSaving))
    return false
  const datafile = `${prefix}-out-${objectNumber}`
  await writeFile(datafile, reduced)
  const { '/Length': _, ...dict } = dumped.dict
  const lengths: PdfDict = '/Length1' in dict ? { '/Length1': reduced.length } : {}
  document.setStream({ dict: { ...dict, ...lengths }, datafile }, objectNumber)
  for (const { descriptor } of fonts) if (descriptor !== undefined) markAsSubset(document, descriptor)
  return true
}

function readProgram(data: Buffer): GlyphProgram {
  const sfnt = readSfnt(data)
  const cff = sfnt === undefined ? data : sfnt.tables.get('CFF ')
  return { sfnt, cff: cff && readCffGlyphs(cff) }
}

function reduce(
  data: Buffer,
  { sfnt, cff }: GlyphProgram,
  glyphs: ReadonlySet<number>,
  isSimple: boolean,
): Buffer | undefined {
  if (sfnt === undefined) return cff?.withoutOutlines(glyphs)
  if (cff !== undefined)
    return writeSfnt(
      withTables(sfnt, new Map([...sfnt.tables, ['CFF ', cff.withoutOutlines(glyphs)]]), openTypeTables),
    )
  // An outline for each size, or colors.
  if (data.length === 0 || !sfnt.tables.has('glyf')) return undefined
  return writeSfnt(withTables(sfnt, withoutOutlines(sfnt, glyphs), isSimple ? simpleTables : drawingTables))
}

function withTables(sfnt: Sfnt, tables: ReadonlyMap<string, Buffer>, wanted: readonly string[]): Sfnt {
  return { ...sfnt, tables: new Map([...tables].filter(([tag]) => wanted.includes(tag))) }
}

/** Programs that edit PDFs see by the tag that glyphs are missing (ISO 32000-1, 9.6.4). */
function markAsSubset(document: PdfDocument, descriptor: number): void {
  const dict = document.dictionary(`${descriptor} 0 R`)
  const name = dict?.['/FontName']
  if (dict === undefined || !isName(name) || /^\/[A-Z]{6}\+/.test(name)) return
  const digest = createHash('sha256').update(`${descriptor} ${name}`).digest()
  const tag = Array.from(digest.subarray(0, 6), byte => String.fromCharCode(65 + (byte % 26))).join('')
  document.set(descriptor, { ...dict, '/FontName': `/${tag}+${name.slice(1)}` })
}
