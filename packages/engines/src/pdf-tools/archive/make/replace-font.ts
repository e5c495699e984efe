/** A program for a font that is not embedded: Liberation with the same metrics, or the symbols of PDFium. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Encodings } from '@cantoo/pdf-lib/standard-fonts'
import { characterOf, namedEncodings } from '../../fonts/encodings.ts'
import { readFontProgram } from '../../fonts/read-font-program.ts'
import { readTables, readTrueType } from '../../fonts/read-true-type.ts'
import { withSymbolCodes, withWidths, writeTrueType } from '../../fonts/write-true-type.ts'
import type { PdfDocument } from '../../qpdf/pdf-document.ts'
import type { PdfDict } from '../../qpdf/pdf-value.ts'
import { type InspectedFont, simpleEncoding } from '../inspect-fonts.ts'
import type { ArchiveEdit } from './archive-edit.ts'
import { toUnicodeStream } from './to-unicode.ts'

const liberationFolder = '/usr/share/fonts/truetype/liberation2'
const symbolPrograms: Readonly<Record<string, string>> = {
  Symbol: 'FoxitSymbol.pfb',
  ZapfDingbats: 'FoxitDingbats.pfb',
}
const flags = { fixedPitch: 1, serif: 2, symbolic: 4, italic: 64, bold: 262_144 }
/** Fonts of symbols that have no free counterpart here. */
const otherSymbols = /wingdings|webdings|dingbat|symbol/i
const subsetTag = 'FSARCH'

/** Replaces the font; false if there is no program with all of its characters. */
export async function replaceFont(edit: ArchiveEdit, font: InspectedFont): Promise<boolean> {
  const { objectNumber } = font.used
  if (objectNumber === undefined || font.descendant !== undefined || font.subtype === '/Type3') return false
  const symbols = symbolPrograms[font.name]
  const replaced = symbols === undefined ? await latinFont(edit, font) : await symbolFont(edit, font, symbols)
  if (replaced === undefined) return false
  edit.document.set(objectNumber, replaced.dict)
  edit.changes.add(`The font ${font.name}, which was not embedded, was replaced by ${replaced.name}.`)
  return true
}

interface Replacement {
  readonly dict: PdfDict
  readonly name: string
}

async function latinFont(edit: ArchiveEdit, font: InspectedFont): Promise<Replacement | undefined> {
  // Names in other scripts are those of fonts with other codes.
  if (otherSymbols.test(font.name) || /[^\x20-\x7e]|#[89a-f]/i.test(font.name)) return undefined
  const file = liberationFile(edit.document, font)
  const { create } = await import('@cantoo/fontkit')
  const bytes = await readFile(join(liberationFolder, `${file}.ttf`))
  const opened = create(bytes)
  if (opened === null || !('createSubset' in opened)) return undefined
  const subset = opened.createSubset()
  const glyphs = new Map<number, number>()
  const characters = new Map<number, number>()
  for (const { code } of font.glyphs) {
    const character = characterOfCode(edit.document, font.used.dict, code)
    if (character === undefined || !opened.hasGlyphForCodePoint(character)) return undefined
    const glyph = opened.glyphForCodePoint(character)
    if (glyph === null) return undefined
    glyphs.set(code, subset.includeGlyph(glyph.id))
    characters.set(code, character)
  }
  const tables = readTables(Buffer.from(subset.encode()))
  const own = readTrueType(Buffer.from(subset.encode()))
  const declared = new Map<number, number>()
  for (const { code, declared: width } of font.glyphs)
    if (width !== undefined) declared.set(glyphs.get(code) ?? 0, width)
  const program = writeTrueType(withSymbolCodes(withWidths(tables, declared), glyphs))
  const widthOf = (code: number) => {
    const glyph = glyphs.get(code)
    return glyph === undefined ? 0 : (declared.get(glyph) ?? own.width(glyph) ?? 0)
  }
  const { ascent, descent, capHeight, bbox, italicAngle, unitsPerEm } = opened
  const scaled = (value: number) => Math.round((value * 1000) / unitsPerEm)
  const descriptor = edit.document.add({
    '/Type': '/FontDescriptor',
    '/FontName': `/${subsetTag}+${file}`,
    '/Flags':
      flags.symbolic |
      (Number(edit.document.resolve(font.descriptor?.['/Flags']) ?? 0) &
        (flags.fixedPitch | flags.serif | flags.italic)),
    '/FontBBox': [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map(scaled),
    '/ItalicAngle': italicAngle,
    '/Ascent': scaled(ascent),
    '/Descent': scaled(descent),
    '/CapHeight': scaled(capHeight),
    '/StemV': file.includes('Bold') ? 140 : 80,
    '/FontFile2': await edit.addStream(program, { '/Length1': program.length }),
  })
  const dict: PdfDict = {
    '/Type': '/Font',
    '/Subtype': '/TrueType',
    '/BaseFont': `/${subsetTag}+${file}`,
    '/FontDescriptor': descriptor,
    ...widthEntries([...glyphs.keys()], widthOf),
    '/ToUnicode': font.used.dict['/ToUnicode'] ?? (await toUnicodeStream(edit, characters)),
  }
  return { dict, name: file }
}

/** Control characters are shown as nothing. */
function characterOfCode(document: PdfDocument, font: PdfDict, code: number): number | undefined {
  const { base, differences } = simpleEncoding(document, font)
  const names = namedEncodings[base ?? '/StandardEncoding']
  const name =
    differences.get(code) ??
    names?.get(code) ??
    (font['/Subtype'] === '/TrueType' ? namedEncodings['/WinAnsiEncoding']?.get(code) : undefined)
  if (name === undefined || name === '.notdef') return code < 0x20 ? 0x20 : undefined
  return characterOf(name)
}

export function widthEntries(codes: readonly number[], widthOf: (code: number) => number): PdfDict {
  const [first, last] = [Math.min(...codes), Math.max(...codes)]
  const used = new Set(codes)
  return {
    '/FirstChar': first,
    '/LastChar': last,
    '/Widths': Array.from({ length: last - first + 1 }, (_, index) =>
      used.has(first + index) ? Number(widthOf(first + index).toFixed(3)) : 0,
    ),
  }
}

function liberationFile(document: PdfDocument, { name, descriptor }: InspectedFont): string {
  const value = Number(document.resolve(descriptor?.['/Flags']) ?? 0)
  const isMono = (value & flags.fixedPitch) !== 0 || /courier|mono|typewriter|consol|fixed/i.test(name)
  const isSerif =
    (value & flags.serif) !== 0 ||
    /times|serif|roman|georgia|garamond|cambria|palatino|bookman|century|minion/i.test(name)
  const isSans = /arial|helvetica|verdana|tahoma|sans|calibri/i.test(name)
  const family = isMono ? 'LiberationMono' : isSerif && !isSans ? 'LiberationSerif' : 'LiberationSans'
  const isBold = (value & flags.bold) !== 0 || /bold|black|heavy|demi/i.test(name)
  const isItalic = (value & flags.italic) !== 0 || /italic|oblique/i.test(name)
  const style = `${isBold ? 'Bold' : ''}${isItalic ? 'Italic' : ''}`
  return `${family}-${style === '' ? 'Regular' : style}`
}

async function symbolFont(
  edit: ArchiveEdit,
  font: InspectedFont,
  file: string,
): Promise<Replacement | undefined> {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
    'standard_fonts',
  )
  const data = await readFile(join(folder, file))
  const program = readFontProgram(data, '/FontFile3')
  const { differences } = simpleEncoding(edit.document, font.used.dict)
  const names = new Map([...symbolNames(font.name), ...differences])
  const glyphOf = (code: number) => program?.glyphByName(names.get(code) ?? '')
  const codes = font.glyphs.map(({ code }) => code)
  if (codes.some(code => !glyphOf(code))) return undefined
  const name = file.replace('.pfb', '')
  const descriptor = edit.document.add({
    '/Type': '/FontDescriptor',
    '/FontName': `/${name}`,
    '/Flags': flags.symbolic,
    '/FontBBox': [-200, -300, 1200, 1050],
    '/ItalicAngle': 0,
    '/Ascent': 1000,
    '/Descent': -300,
    '/CapHeight': 700,
    '/StemV': 80,
    '/FontFile3': await edit.addStream(data, { '/Subtype': '/Type1C' }),
  })
  const { '/ToUnicode': toUnicode } = font.used.dict
  const dict: PdfDict = {
    '/Type': '/Font',
    '/Subtype': '/Type1',
    '/BaseFont': `/${name}`,
    '/FontDescriptor': descriptor,
    ...widthEntries(codes, code => program?.width(glyphOf(code) ?? 0) ?? 0),
    '/Encoding': {
      '/Type': '/Encoding',
      '/Differences': codes.flatMap(code => [code, `/${names.get(code)}`]),
    },
    ...(toUnicode !== undefined && { '/ToUnicode': toUnicode }),
  }
  return { dict, name }
}

/** The programs have names only, not the codes that the standard fonts have. */
function* symbolNames(font: string): Generator<[number, string]> {
  const encoding = font === 'Symbol' ? Encodings.Symbol : Encodings.ZapfDingbats
  for (const character of encoding.supportedCodePoints) {
    const { code, name } = encoding.encodeUnicodeCodePoint(character)
    yield [code, name]
  }
}
