/** Glyphs of a font program that the codes of a font show; undefined if that is not certain. */
import { readFile, rm } from 'node:fs/promises'
import type { PdfDocument } from '../../qpdf/pdf-document.ts'
import { type PdfDict, referencedNumber } from '../../qpdf/pdf-value.ts'
import { dumpStreams } from '../dump-streams.ts'
import type { CffFont } from './cff.ts'
import type { FontUse } from './find-used-codes.ts'
import { characterOfName, charactersOf, composingNames, latinNames } from './latin-glyphs.ts'
import { readCharacterMaps, readPostNames, type Sfnt } from './sfnt.ts'

export interface GlyphProgram {
  /** Of a bare CFF font there are no tables. */
  readonly sfnt: Sfnt | undefined
  readonly cff: CffFont | undefined
}

type Glyphs = ReadonlySet<number>

export interface GlyphSource {
  readonly path: string
  readonly document: PdfDocument
  readonly prefix: string
}

export async function usedGlyphs(
  source: GlyphSource,
  { dict, strings }: FontUse,
  program: GlyphProgram,
): Promise<Glyphs | undefined> {
  if (dict['/Subtype'] === '/Type0') return compositeGlyphs(source, dict, twoByteCodes(strings), program)
  const codes = new Set([...strings].flatMap(text => [...Buffer.from(text, 'latin1')]))
  const differences = readDifferences(source.document, dict)
  if (program.cff !== undefined) return cffGlyphs(program.cff, codes, differences)
  return program.sfnt && trueTypeGlyphs(program.sfnt, codes, differences)
}

function twoByteCodes(strings: Iterable<string>): Set<number> {
  const codes = new Set<number>()
  for (const text of strings)
    for (let at = 0; at < text.length; at += 2)
      codes.add((text.charCodeAt(at) << 8) | (at + 1 < text.length ? text.charCodeAt(at + 1) : 0))
  return codes
}

async function compositeGlyphs(
  source: GlyphSource,
  font: PdfDict,
  codes: Glyphs,
  { cff }: GlyphProgram,
): Promise<Glyphs | undefined> {
  const { document } = source
  // Vertical text takes other forms of glyphs from tables that are dropped; other encodings would have to be read.
  if (document.resolve(font['/Encoding']) !== '/Identity-H') return undefined
  const descendant = document.dictionary(document.array(font['/DescendantFonts'])[0])
  if (descendant?.['/Subtype'] === '/CIDFontType0') {
    if (cff?.glyphOfCid === undefined) return codes
    return new Set([...codes].flatMap(code => cff.glyphOfCid?.get(code) ?? []))
  }
  const map = descendant?.['/CIDToGIDMap']
  if (map === undefined || document.resolve(map) === '/Identity') return codes
  const bytes = await readMap(source, referencedNumber(map))
  return (
    bytes &&
    new Set([...codes].flatMap(code => (2 * code + 2 <= bytes.length ? bytes.readUInt16BE(2 * code) : [])))
  )
}

async function readMap({ path, prefix }: GlyphSource, number: number | undefined) {
  if (number === undefined) return undefined
  const dumped = (await dumpStreams(path, [number], prefix)).get(number)
  if (dumped === undefined) return undefined
  const bytes = await readFile(dumped.datafile)
  await rm(dumped.datafile)
  return dumped.dict['/Filter'] === undefined ? bytes : undefined
}

/** Names by code. */
function readDifferences(document: PdfDocument, font: PdfDict): ReadonlyMap<number, string> {
  const names = new Map<number, string>()
  let code = 0
  for (const item of document.array(document.dictionary(font['/Encoding'])?.['/Differences'])) {
    const value = document.resolve(item)
    if (typeof value === 'number') code = value
    else if (typeof value === 'string') names.set(code++, value.replace(/^\//, ''))
  }
  return names
}

/** Every glyph that a reader could take for the codes: readers differ where encodings are missing or wrong. */
function cffGlyphs(
  { glyphOfName, glyphOfCode, glyphOfCid }: CffFont,
  codes: Glyphs,
  differences: ReadonlyMap<number, string>,
): Glyphs | undefined {
  if (glyphOfCid !== undefined) return undefined
  const glyphs = new Set<number>()
  const add = (glyph: number | undefined) => glyph !== undefined && glyphs.add(glyph)
  for (const code of codes) {
    const name = differences.get(code)
    add(glyphOfCode.get(code))
    for (const each of latinNames(code)) add(glyphOfName.get(each))
    if (name === undefined) continue
    // Readers try other spellings of a name.
    if (!glyphOfName.has(name) && name !== '.notdef') return undefined
    add(glyphOfName.get(name))
  }
  for (const name of composingNames) add(glyphOfName.get(name))
  return glyphs
}

/** Where the codes of symbols begin in the character map of Windows. */
const symbolStarts = [0xf000, 0xf100, 0xf200]

function trueTypeGlyphs(
  font: Sfnt,
  codes: Glyphs,
  differences: ReadonlyMap<number, string>,
): Glyphs | undefined {
  const maps = readCharacterMaps(font)
  if (maps === undefined) return undefined
  const names = differences.size === 0 ? new Map<string, number>() : readPostNames(font)
  // Without a character map, codes are glyphs for some readers.
  const glyphs = new Set<number>(maps.length === 0 ? codes : [])
  for (const code of codes) {
    const name = differences.get(code)
    const named = name === undefined ? undefined : characterOfName(name)
    const glyph = name === undefined ? undefined : names.get(name)
    if (name !== undefined && name !== '.notdef' && named === undefined && glyph === undefined)
      return undefined
    if (glyph !== undefined) glyphs.add(glyph)
    const characters = [...charactersOf(code), ...(named === undefined ? [] : [named])]
    const candidates = [
      code,
      ...symbolStarts.map(start => start + code),
      ...characters.flatMap(character => [character.codePointAt(0) ?? 0, ...macintoshCodes(character)]),
    ]
    for (const { glyphOf } of maps) for (const candidate of candidates) glyphs.add(glyphOf(candidate))
  }
  return glyphs
}

let macintosh: ReadonlyMap<string, number> | undefined

/** The code of a character in the Macintosh encoding, by which old character maps are read. */
function macintoshCodes(character: string): number[] {
  macintosh ??= new Map(
    Array.from({ length: 256 }, (_, code) => [charactersOf(code)[1] ?? '', code] as const),
  )
  const code = macintosh.get(character)
  return code === undefined ? [] : [code]
}
