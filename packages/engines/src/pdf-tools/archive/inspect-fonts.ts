/** The fonts that text is shown with: for every code in use, its glyph and the widths that document and font program give it. */
import { readFile } from 'node:fs/promises'
import { dumpStreams } from '../compress/dump-streams.ts'
import { readOperations } from '../content-tokens.ts'
import { characterOf, macRomanEncoding, namedEncodings } from '../fonts/encodings.ts'
import type { FontProgram } from '../fonts/font-program.ts'
import { type FontFileKey, readFontProgram } from '../fonts/read-font-program.ts'
import type { PdfDocument } from '../qpdf/pdf-document.ts'
import { isName, type PdfDict, type PdfValue, referencedNumber } from '../qpdf/pdf-value.ts'
import { type CodeMap, identityMap, readCodeMap } from './read-cmap.ts'
import type { UsedFont } from './read-content.ts'

export interface InspectedFont {
  readonly used: UsedFont
  /** Without the tag of a subset. */
  readonly name: string
  readonly subtype: string
  /** Of the descendant of a composite font. */
  readonly descendant: PdfDict | undefined
  readonly descriptor: PdfDict | undefined
  readonly fileKey: FontFileKey | undefined
  readonly fileNumber: number | undefined
  /** Undefined without a program, or if it cannot be read. */
  readonly program: FontProgram | undefined
  readonly glyphs: readonly GlyphUse[]
  /** The codes of its strings could not be read. */
  readonly isUnreadable: boolean
}

export interface GlyphUse {
  /** Character code of a simple font, CID of a composite one. */
  readonly code: number
  /** Undefined or 0 without a glyph. */
  readonly glyph: number | undefined
  /** In thousandths, as the document says; undefined if it does not. */
  readonly declared: number | undefined
  /** As the program says. */
  readonly actual: number | undefined
}

const fontFileKeys: readonly FontFileKey[] = ['/FontFile', '/FontFile2', '/FontFile3']
export const symbolicFlag = 4

type Streams = ReadonlyMap<number, Buffer>

export async function inspectFonts(
  document: PdfDocument,
  path: string,
  fonts: Iterable<UsedFont>,
  prefix: string,
): Promise<InspectedFont[]> {
  const shown = [...fonts].filter(({ strings }) => [...strings].some(text => text !== ''))
  const wanted = new Set(shown.flatMap(({ dict }) => streamsOf(document, dict)))
  const dumped = await dumpStreams(path, [...wanted], prefix)
  const streams = new Map<number, Buffer>()
  for (const [number, { datafile }] of dumped) streams.set(number, await readFile(datafile))
  const programs = new Map<string, FontProgram | undefined>()
  return shown.map(used => inspectFont(document, used, streams, programs))
}

function streamsOf(document: PdfDocument, font: PdfDict): number[] {
  const descendant = descendantOf(document, font)
  const descriptor = document.dictionary((descendant ?? font)['/FontDescriptor'])
  const glyphs = font['/Subtype'] === '/Type3' ? document.dictionary(font['/CharProcs']) : {}
  return [
    ...fontFileKeys.map(key => descriptor?.[key]),
    descendant?.['/CIDToGIDMap'],
    font['/Encoding'],
    ...Object.values(glyphs ?? {}),
  ].flatMap(value => {
    const number = referencedNumber(value)
    return number !== undefined && document.object(number)?.stream !== undefined ? [number] : []
  })
}

function descendantOf(document: PdfDocument, font: PdfDict): PdfDict | undefined {
  return document.dictionary(document.array(font['/DescendantFonts'])[0])
}

function inspectFont(
  document: PdfDocument,
  used: UsedFont,
  streams: Streams,
  programs: Map<string, FontProgram | undefined>,
): InspectedFont {
  const { dict } = used
  const descendant = descendantOf(document, dict)
  const descriptor = document.dictionary((descendant ?? dict)['/FontDescriptor'])
  const fileKey = fontFileKeys.find(key => referencedNumber(descriptor?.[key]) !== undefined)
  const fileNumber = fileKey && referencedNumber(descriptor?.[fileKey])
  const programKey = `${fileKey} ${fileNumber}`
  const data = streams.get(fileNumber ?? -1)
  if (fileKey !== undefined && data !== undefined && !programs.has(programKey))
    programs.set(programKey, readFontProgram(data, fileKey))
  const program = programs.get(programKey)
  const base = (descendant ?? dict)['/BaseFont']
  const found = {
    used,
    name: isName(base) ? base.slice(1).replace(/^[A-Z]{6}\+/, '') : 'without a name',
    subtype: isName(dict['/Subtype']) ? dict['/Subtype'] : '',
    descendant,
    descriptor,
    fileKey,
    fileNumber,
    program,
  }
  const glyphs =
    dict['/Subtype'] === '/Type3'
      ? type3Glyphs(document, used, streams)
      : descendant !== undefined
        ? compositeGlyphs(document, { used, descendant, program }, streams)
        : simpleGlyphs(document, used, descriptor, program)
  return { ...found, glyphs: glyphs ?? [], isUnreadable: glyphs === undefined }
}

function codesOf({ strings }: UsedFont): number[] {
  const codes = new Set<number>()
  for (const text of strings) for (const character of text) codes.add(character.charCodeAt(0))
  return [...codes].sort((a, b) => a - b)
}

function simpleGlyphs(
  document: PdfDocument,
  used: UsedFont,
  descriptor: PdfDict | undefined,
  program: FontProgram | undefined,
): GlyphUse[] {
  const glyphOf = program && simpleGlyphSelector(document, used.dict, descriptor, program)
  return codesOf(used).map(code => {
    const glyph = glyphOf?.(code)
    return {
      code,
      glyph,
      declared: simpleWidth(document, used.dict, descriptor, code),
      actual: glyph === undefined ? undefined : program?.width(glyph),
    }
  })
}

function simpleWidth(
  document: PdfDocument,
  font: PdfDict,
  descriptor: PdfDict | undefined,
  code: number,
): number | undefined {
  if (font['/Widths'] === undefined) return undefined
  const width = document.resolve(
    document.array(font['/Widths'])[code - Number(document.resolve(font['/FirstChar']) ?? 0)],
  )
  return Number(width ?? document.resolve(descriptor?.['/MissingWidth']) ?? 0)
}

export interface SimpleEncoding {
  /** /WinAnsiEncoding and so on; undefined for the encoding of the program. */
  readonly base: string | undefined
  readonly differences: ReadonlyMap<number, string>
}

export function simpleEncoding(document: PdfDocument, font: PdfDict): SimpleEncoding {
  const value = document.resolve(font['/Encoding'])
  if (isName(value)) return { base: value, differences: new Map() }
  const dict = document.dictionary(value)
  const base = document.resolve(dict?.['/BaseEncoding'])
  const differences = new Map<number, string>()
  let code = 0
  for (const given of document.array(dict?.['/Differences'])) {
    const item = document.resolve(given)
    if (typeof item === 'number') code = item
    else if (isName(item)) differences.set(code++, item.slice(1))
  }
  return { base: isName(base) ? base : undefined, differences }
}

/** As viewers choose: names by the encoding where the font is not symbolic, otherwise codes. */
function simpleGlyphSelector(
  document: PdfDocument,
  font: PdfDict,
  descriptor: PdfDict | undefined,
  program: FontProgram,
): (code: number) => number | undefined {
  const { base, differences } = simpleEncoding(document, font)
  const names = namedEncodings[base ?? '']
  if (font['/Subtype'] !== '/TrueType')
    return code => {
      const name = differences.get(code) ?? names?.get(code)
      return name === undefined ? program.glyphByCode(code) : program.glyphByName(name)
    }
  const isSymbolic = (Number(document.resolve(descriptor?.['/Flags']) ?? 0) & symbolicFlag) !== 0
  const hasNames = !isSymbolic || (names !== undefined && differences.size === 0)
  return code => {
    const name = differences.get(code) ?? (names ?? namedEncodings['/StandardEncoding'])?.get(code)
    const named = hasNames && name !== undefined ? glyphOfName(program, name) : undefined
    return named ?? program.glyphByCode(code)
  }
}

function glyphOfName(program: FontProgram, name: string): number | undefined {
  const character = characterOf(name)
  const unicode = program.cmaps.find(({ platform, encoding }) => platform === 3 && encoding === 1)
  const byCharacter = character === undefined ? undefined : unicode?.glyphs.get(character)
  if (byCharacter !== undefined) return byCharacter
  const macintosh = program.cmaps.find(({ platform }) => platform === 1)
  for (const [code, each] of macRomanEncoding)
    if (each === name && macintosh?.glyphs.has(code)) return macintosh.glyphs.get(code)
  return program.glyphByName(name)
}

function compositeGlyphs(
  document: PdfDocument,
  { used, descendant, program }: { used: UsedFont; descendant: PdfDict; program: FontProgram | undefined },
  streams: Streams,
): GlyphUse[] | undefined {
  const map = codeMapOf(used.dict['/Encoding'], streams)
  if (map === undefined) return undefined
  const cids = new Set<number>()
  for (const text of used.strings) for (const cid of map.cids(text)) cids.add(cid ?? 0)
  const widths = cidWidths(document, descendant)
  const toGlyph = streams.get(referencedNumber(descendant['/CIDToGIDMap']) ?? -1)
  return [...cids].map(cid => {
    const glyph =
      toGlyph === undefined
        ? program?.glyphByCid(cid)
        : 2 * cid + 1 < toGlyph.length
          ? toGlyph.readUInt16BE(2 * cid)
          : undefined
    return {
      code: cid,
      glyph,
      declared: widths.get(cid) ?? Number(document.resolve(descendant['/DW']) ?? 1000),
      actual: glyph === undefined ? undefined : program?.width(glyph),
    }
  })
}

function codeMapOf(encoding: PdfValue | undefined, streams: Streams): CodeMap | undefined {
  if (encoding === '/Identity-H' || encoding === '/Identity-V') return identityMap
  const data = streams.get(referencedNumber(encoding) ?? -1)
  return data === undefined ? undefined : readCodeMap(data.toString('latin1'))
}

function cidWidths(document: PdfDocument, font: PdfDict): Map<number, number> {
  const widths = new Map<number, number>()
  const items = document.array(font['/W']).map(item => document.resolve(item))
  for (let at = 0; at < items.length; ) {
    const [first, second, third] = items.slice(at, at + 3)
    if (typeof first !== 'number') break
    if (Array.isArray(second)) {
      for (const [index, width] of second.entries())
        widths.set(first + index, Number(document.resolve(width)))
      at += 2
    } else {
      for (let cid = first; cid <= Math.min(Number(second), 65535); cid++) widths.set(cid, Number(third))
      at += 3
    }
  }
  return widths
}

/** The width is the first operand of d0 or d1. */
function type3Glyphs(document: PdfDocument, used: UsedFont, streams: Streams): GlyphUse[] {
  const { differences } = simpleEncoding(document, used.dict)
  const procedures = document.dictionary(used.dict['/CharProcs']) ?? {}
  return codesOf(used).map(code => {
    const procedure = referencedNumber(procedures[`/${differences.get(code) ?? ''}`])
    const content = streams.get(procedure ?? -1)?.toString('latin1')
    const declared = simpleWidth(document, used.dict, undefined, code)
    return {
      code,
      glyph: procedure,
      declared,
      actual: content === undefined ? undefined : glyphWidth(content),
    }
  })
}

function glyphWidth(content: string): number | undefined {
  for (const { operator, operands } of readOperations(content))
    if (operator === 'd0' || operator === 'd1') {
      const [width] = operands
      return width?.kind === 'number' ? width.value : undefined
    }
  return undefined
}
