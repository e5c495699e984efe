/** Makes the fonts that text is shown with conform: embedded, with clear encodings and the same widths as their programs. */
import { readFile } from 'node:fs/promises'
import { dumpStreams } from '../../compress/dump-streams.ts'
import { characterOf, namedEncodings } from '../../fonts/encodings.ts'
import { readTables } from '../../fonts/read-true-type.ts'
import { withSymbolCodes, withWidths, writeTrueType } from '../../fonts/write-true-type.ts'
import { referencedNumber } from '../../qpdf/pdf-value.ts'
import { checkFonts } from '../check/check-fonts.ts'
import { type InspectedFont, inspectFonts, simpleEncoding, symbolicFlag } from '../inspect-fonts.ts'
import type { ContentFacts } from '../read-content.ts'
import type { ArchiveEdit } from './archive-edit.ts'
import { replaceFont, widthEntries } from './replace-font.ts'
import { toUnicodeStream } from './to-unicode.ts'

/** Widths in the document that differ more from those of a program that cannot be changed would move text. */
const maxMovedWidth = 15
const nonsymbolicFlag = 32

export async function fixFonts(edit: ArchiveEdit, content: ContentFacts): Promise<void> {
  const { document, path, prefix } = edit
  const fonts = await inspectFonts(document, path, content.fonts.values(), `${prefix}-fonts`)
  for (const font of fonts) {
    if (font.used.objectNumber === undefined) continue
    if (font.fileNumber === undefined) {
      await replaceFont(edit, font)
      continue
    }
    completeEntries(edit, font)
    const broken = new Set<string>()
    checkFonts(document, [font], rule => broken.add(rule))
    const isTrueType = font.fileKey === '/FontFile2' && font.program?.kind === 'truetype'
    const hasNewProgram = isTrueType && (broken.has('font-widths') || broken.has('font-encodings'))
    if (hasNewProgram) await rewriteTrueType(edit, font)
    else if (broken.has('font-widths')) correctWidths(edit, font)
  }
}

/** Entries that PDF/A requires and viewers do not, and lists of glyphs that need not be there. */
function completeEntries({ document }: ArchiveEdit, font: InspectedFont): void {
  const { used, descendant, descriptor, glyphs, program } = font
  const descriptorNumber = referencedNumber((descendant ?? used.dict)['/FontDescriptor'])
  if (descriptor !== undefined && descriptorNumber !== undefined) {
    const { '/CIDSet': _cids, '/CharSet': _glyphs, ...kept } = descriptor
    const name = (descendant ?? used.dict)['/BaseFont']
    const [, lowest, , highest] = document.array(kept['/FontBBox']).map(item => document.resolve(item))
    document.set(descriptorNumber, {
      '/Type': '/FontDescriptor',
      '/FontBBox': [0, -250, 1000, 1000],
      '/ItalicAngle': 0,
      '/Ascent': highest ?? 1000,
      '/Descent': lowest ?? -250,
      '/CapHeight': highest ?? 700,
      '/StemV': 80,
      ...(name !== undefined && { '/FontName': name }),
      ...kept,
    })
  }
  const descendantNumber = referencedNumber(document.array(used.dict['/DescendantFonts'])[0])
  if (
    descendant?.['/Subtype'] === '/CIDFontType2' &&
    descendant['/CIDToGIDMap'] === undefined &&
    descendantNumber !== undefined
  )
    document.set(descendantNumber, { ...descendant, '/CIDToGIDMap': '/Identity' })
  const isSimple = descendant === undefined && used.objectNumber !== undefined
  if (isSimple && used.dict['/Widths'] === undefined && program !== undefined && glyphs.length > 0) {
    const widths = new Map(glyphs.map(({ code, actual }) => [code, actual ?? 0]))
    document.set(used.objectNumber ?? 0, {
      ...used.dict,
      ...widthEntries([...widths.keys()], code => widths.get(code) ?? 0),
    })
  }
}

/** The program gets the widths of the document, by which viewers place text, and a table for exactly the codes in use. */
async function rewriteTrueType(edit: ArchiveEdit, font: InspectedFont): Promise<void> {
  const { document, path, prefix } = edit
  const { used, descriptor, descendant, glyphs, fileNumber = -1 } = font
  const dumped = (await dumpStreams(path, [fileNumber], `${prefix}-program-${used.objectNumber}`)).get(
    fileNumber,
  )
  if (dumped === undefined || descriptor === undefined || used.objectNumber === undefined) return
  const shown = glyphs.flatMap(({ code, glyph, declared, actual }) =>
    glyph ? [{ code, glyph, width: declared ?? actual ?? 0 }] : [],
  )
  const byGlyph = new Map(shown.map(({ glyph, width }) => [glyph, width]))
  const tables = withWidths(readTables(await readFile(dumped.datafile)), byGlyph)
  const isSimple = descendant === undefined
  const byCode = new Map(shown.map(({ code, glyph }) => [code, glyph]))
  const program = writeTrueType(isSimple ? withSymbolCodes(tables, byCode) : tables)
  const { '/CIDSet': _, '/CharSet': _set, ...kept } = descriptor
  const flags = (Number(document.resolve(descriptor['/Flags']) ?? 0) | symbolicFlag) & ~nonsymbolicFlag
  const descriptorNumber = referencedNumber((descendant ?? used.dict)['/FontDescriptor'])
  const completed = descriptorNumber === undefined ? kept : document.dictionary(`${descriptorNumber} 0 R`)
  const changed = document.add({
    ...completed,
    '/FontFile2': await edit.addStream(program, { '/Length1': program.length }),
    ...(isSimple && { '/Flags': flags }),
  })
  edit.changes.add(`Widths or encoding of the font ${font.name} were made clear; text looks the same.`)
  if (!isSimple) {
    const number = referencedNumber(document.array(used.dict['/DescendantFonts'])[0])
    if (number !== undefined)
      document.set(number, { ...document.dictionary(`${number} 0 R`), '/FontDescriptor': changed })
    return
  }
  const { '/Encoding': _encoding, ...dict } = document.dictionary(`${used.objectNumber} 0 R`) ?? used.dict
  document.set(used.objectNumber, {
    ...dict,
    '/FontDescriptor': changed,
    ...(dict['/ToUnicode'] === undefined && {
      '/ToUnicode': await toUnicodeStream(edit, charactersOf(edit, font)),
    }),
  })
}

/** Without an encoding, viewers would no longer know the characters. */
function charactersOf({ document }: ArchiveEdit, { used, glyphs }: InspectedFont): Map<number, number> {
  const { base, differences } = simpleEncoding(document, used.dict)
  const names = namedEncodings[base ?? '/WinAnsiEncoding']
  const characters = new Map<number, number>()
  for (const { code } of glyphs) {
    const character = characterOf(differences.get(code) ?? names?.get(code) ?? '')
    if (character !== undefined) characters.set(code, character)
  }
  return characters
}

function correctWidths(
  { document, changes }: ArchiveEdit,
  { used, name, descendant, glyphs }: InspectedFont,
): void {
  const isMoved = glyphs.some(
    ({ declared, actual }) =>
      declared !== undefined && actual !== undefined && Math.abs(declared - actual) > maxMovedWidth,
  )
  if (isMoved || used.objectNumber === undefined) return
  const widths = new Map(glyphs.map(({ code, actual, declared }) => [code, actual ?? declared ?? 0]))
  changes.add(`Widths of the font ${name} were corrected; text may move by less than a hundredth of a line.`)
  if (descendant === undefined) {
    document.set(used.objectNumber, {
      ...used.dict,
      ...widthEntries([...widths.keys()], code => widths.get(code) ?? 0),
    })
    return
  }
  const number = referencedNumber(document.array(used.dict['/DescendantFonts'])[0])
  if (number === undefined) return
  const list = [...widths].flatMap(([cid, width]) => [cid, [Number(width.toFixed(3))]])
  document.set(number, { ...document.dictionary(`${number} 0 R`), '/W': list })
}
