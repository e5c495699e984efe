/** Reads a Compact Font Format program (Adobe Technical Notes 5176 and 5177): names, CIDs, encoding and widths of its glyphs. */

import { smallNumber } from './charstring-number.ts'
import { standardEncoding } from './encodings.ts'
import type { FontProgram } from './font-program.ts'
import { type Subroutines, type2Width } from './type2-width.ts'

/** The strings that every CFF program has without storing them, by id (Adobe Technical Note 5176, appendix A). */
const cffStandardStrings: readonly string[] = `
.notdef space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft parenright
asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon
semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z
bracketleft backslash bracketright asciicircum underscore quoteleft a b c d e f g h i j k l m n o p
q r s t u v w x y z braceleft bar braceright asciitilde exclamdown cent sterling fraction yen florin
section currency quotesingle quotedblleft guillemotleft guilsinglleft guilsinglright fi fl endash
dagger daggerdbl periodcentered paragraph bullet quotesinglbase quotedblbase quotedblright
guillemotright ellipsis perthousand questiondown grave acute circumflex tilde macron breve dotaccent
dieresis ring cedilla hungarumlaut ogonek caron emdash AE ordfeminine Lslash Oslash OE ordmasculine
ae dotlessi lslash oslash oe germandbls onesuperior logicalnot mu trademark Eth onehalf plusminus
Thorn onequarter divide brokenbar degree thorn threequarters twosuperior registered minus eth
multiply threesuperior copyright Aacute Acircumflex Adieresis Agrave Aring Atilde Ccedilla Eacute
Ecircumflex Edieresis Egrave Iacute Icircumflex Idieresis Igrave Ntilde Oacute Ocircumflex Odieresis
Ograve Otilde Scaron Uacute Ucircumflex Udieresis Ugrave Yacute Ydieresis Zcaron aacute acircumflex
adieresis agrave aring atilde ccedilla eacute ecircumflex edieresis egrave iacute icircumflex
idieresis igrave ntilde oacute ocircumflex odieresis ograve otilde scaron uacute ucircumflex
udieresis ugrave yacute ydieresis zcaron exclamsmall Hungarumlautsmall dollaroldstyle dollarsuperior
ampersandsmall Acutesmall parenleftsuperior parenrightsuperior twodotenleader onedotenleader
zerooldstyle oneoldstyle twooldstyle threeoldstyle fouroldstyle fiveoldstyle sixoldstyle
sevenoldstyle eightoldstyle nineoldstyle commasuperior threequartersemdash periodsuperior
questionsmall asuperior bsuperior centsuperior dsuperior esuperior isuperior lsuperior msuperior
nsuperior osuperior rsuperior ssuperior tsuperior ff ffi ffl parenleftinferior parenrightinferior
Circumflexsmall hyphensuperior Gravesmall Asmall Bsmall Csmall Dsmall Esmall Fsmall Gsmall Hsmall
Ismall Jsmall Ksmall Lsmall Msmall Nsmall Osmall Psmall Qsmall Rsmall Ssmall Tsmall Usmall Vsmall
Wsmall Xsmall Ysmall Zsmall colonmonetary onefitted rupiah Tildesmall exclamdownsmall centoldstyle
Lslashsmall Scaronsmall Zcaronsmall Dieresissmall Brevesmall Caronsmall Dotaccentsmall Macronsmall
figuredash hypheninferior Ogoneksmall Ringsmall Cedillasmall questiondownsmall oneeighth
threeeighths fiveeighths seveneighths onethird twothirds zerosuperior foursuperior fivesuperior
sixsuperior sevensuperior eightsuperior ninesuperior zeroinferior oneinferior twoinferior
threeinferior fourinferior fiveinferior sixinferior seveninferior eightinferior nineinferior
centinferior dollarinferior periodinferior commainferior Agravesmall Aacutesmall Acircumflexsmall
Atildesmall Adieresissmall Aringsmall AEsmall Ccedillasmall Egravesmall Eacutesmall Ecircumflexsmall
Edieresissmall Igravesmall Iacutesmall Icircumflexsmall Idieresissmall Ethsmall Ntildesmall
Ogravesmall Oacutesmall Ocircumflexsmall Otildesmall Odieresissmall OEsmall Oslashsmall Ugravesmall
Uacutesmall Ucircumflexsmall Udieresissmall Yacutesmall Thornsmall Ydieresissmall 001.000 001.001
001.002 001.003 Black Bold Book Light Medium Regular Roman Semibold
`
  .trim()
  .split(/\s+/)

type Dict = ReadonlyMap<number, readonly number[]>

const operators = {
  charset: 15,
  encoding: 16,
  charStrings: 17,
  private: 18,
  subroutines: 19,
  defaultWidth: 20,
  nominalWidth: 21,
  fontMatrix: 0x0c07,
  ros: 0x0c1e,
  fontArray: 0x0c24,
  fontSelect: 0x0c25,
}

interface PrivateData {
  readonly defaultWidth: number
  readonly nominalWidth: number
  readonly subroutines: readonly Buffer[]
  /** From units of the program to thousandths of the em. */
  readonly scale: number
}

export function readCff(data: Buffer): FontProgram {
  const names = readIndex(data, data.readUInt8(2))
  const tops = readIndex(data, names.end)
  const strings = readIndex(data, tops.end)
  const globals = readIndex(data, strings.end).items
  const top = readDict(tops.items[0] ?? Buffer.alloc(0))
  const charStrings = readIndex(data, requiredOffset(top, operators.charStrings)).items
  const isCid = top.has(operators.ros)
  const charset = readCharset(data, top.get(operators.charset)?.[0] ?? 0, charStrings.length)
  const matrix = top.get(operators.fontMatrix)
  const parts = isCid
    ? readIndex(data, requiredOffset(top, operators.fontArray)).items.map(item => {
        const dict = readDict(item)
        return readPrivate(data, dict, scaleOf(dict.get(operators.fontMatrix), matrix))
      })
    : [readPrivate(data, top, scaleOf(matrix))]
  const partOf = isCid
    ? readFontSelect(data, requiredOffset(top, operators.fontSelect), charStrings.length)
    : () => 0
  const nameOf = (glyph: number) => {
    const id = charset[glyph] ?? 0
    return id < cffStandardStrings.length
      ? cffStandardStrings[id]
      : strings.items[id - cffStandardStrings.length]?.toString('latin1')
  }
  const glyphsByName = new Map<string, number>()
  const glyphsByCid = new Map<number, number>()
  for (let glyph = charStrings.length - 1; glyph >= 0; glyph--) {
    if (isCid) glyphsByCid.set(charset[glyph] ?? 0, glyph)
    else glyphsByName.set(nameOf(glyph) ?? '', glyph)
  }
  const encoding = isCid
    ? new Map<number, number>()
    : readEncoding(data, top.get(operators.encoding)?.[0] ?? 0, glyphsByName)
  return {
    kind: 'cff',
    glyphCount: charStrings.length,
    width(glyph) {
      const [charString, part] = [charStrings[glyph], parts[partOf(glyph)]]
      if (charString === undefined || part === undefined) return undefined
      const subroutines: Subroutines = { local: part.subroutines, global: globals }
      const extra = type2Width(charString, subroutines)
      return (extra === undefined ? part.defaultWidth : part.nominalWidth + extra) * part.scale
    },
    glyphByName: name => glyphsByName.get(name),
    glyphByCode: code => encoding.get(code),
    glyphByCid: cid => (isCid ? glyphsByCid.get(cid) : cid < charStrings.length ? cid : undefined),
    cmaps: [],
  }
}

function scaleOf(matrix: readonly number[] | undefined, outer?: readonly number[]): number {
  const own = matrix?.[0] ?? (outer === undefined ? 0.001 : 1)
  return own * (outer?.[0] ?? 1) * 1000 || 1
}

function requiredOffset(dict: Dict, operator: number): number {
  const offset = dict.get(operator)?.[0]
  if (offset === undefined) throw new Error(`no entry ${operator}`)
  return offset
}

function readIndex(data: Buffer, start: number): { readonly items: readonly Buffer[]; readonly end: number } {
  const count = data.readUInt16BE(start)
  if (count === 0) return { items: [], end: start + 2 }
  const size = data.readUInt8(start + 2)
  const base = start + 2 + (count + 1) * size
  const offsetOf = (index: number) => base + data.readUIntBE(start + 3 + index * size, size)
  const items = Array.from({ length: count }, (_, index) =>
    data.subarray(offsetOf(index), offsetOf(index + 1)),
  )
  return { items, end: offsetOf(count) }
}

function readDict(data: Buffer): Dict {
  const dict = new Map<number, number[]>()
  let operands: number[] = []
  for (let at = 0; at < data.length; ) {
    const byte = data.readUInt8(at)
    if (byte <= 21) {
      dict.set(byte === 12 ? 0x0c00 + data.readUInt8(at + 1) : byte, operands)
      operands = []
      at += byte === 12 ? 2 : 1
    } else {
      const { value, bytes } = dictNumber(data, at)
      operands.push(value)
      at += bytes
    }
  }
  return dict
}

function dictNumber(data: Buffer, at: number): { readonly value: number; readonly bytes: number } {
  const byte = data.readUInt8(at)
  if (byte === 28) return { value: data.readInt16BE(at + 1), bytes: 3 }
  if (byte === 29) return { value: data.readInt32BE(at + 1), bytes: 5 }
  if (byte !== 30) return smallNumber(data, at)
  // Decimal digits, two in each byte, up to 15.
  let bytes = 1
  let digits = ''
  for (; !digits.includes('f'); bytes++)
    digits += data
      .readUInt8(at + bytes)
      .toString(16)
      .padStart(2, '0')
  const text = [...digits.slice(0, digits.indexOf('f'))].map(digit => realDigits[Number.parseInt(digit, 16)])
  return { value: Number(text.join('')), bytes }
}

const realDigits = [...'0123456789', '.', 'e', 'e-', '', '-']

function readPrivate(data: Buffer, dict: Dict, scale: number): PrivateData {
  const [size = 0, offset = 0] = dict.get(operators.private) ?? []
  const entries = readDict(data.subarray(offset, offset + size))
  const subroutines = entries.get(operators.subroutines)?.[0]
  return {
    defaultWidth: entries.get(operators.defaultWidth)?.[0] ?? 0,
    nominalWidth: entries.get(operators.nominalWidth)?.[0] ?? 0,
    subroutines: subroutines === undefined ? [] : readIndex(data, offset + subroutines).items,
    scale,
  }
}

/** Ids of strings, or CIDs, of the glyphs. */
function readCharset(data: Buffer, offset: number, count: number): number[] {
  // The predefined ones have the first strings in their order; only the first is in use for text.
  if (offset <= 2) return Array.from({ length: count }, (_, glyph) => glyph)
  const ids = [0]
  const format = data.readUInt8(offset)
  let at = offset + 1
  while (ids.length < count) {
    const first = data.readUInt16BE(at)
    at += 2
    const more = format === 0 ? 0 : format === 1 ? data.readUInt8(at) : data.readUInt16BE(at)
    at += format
    for (let id = first; id <= first + more && ids.length < count; id++) ids.push(id)
  }
  return ids
}

function readFontSelect(data: Buffer, offset: number, count: number): (glyph: number) => number {
  if (data.readUInt8(offset) === 0) return glyph => (glyph < count ? data.readUInt8(offset + 1 + glyph) : 0)
  const ranges = Array.from({ length: data.readUInt16BE(offset + 1) }, (_, index) => ({
    first: data.readUInt16BE(offset + 3 + 3 * index),
    part: data.readUInt8(offset + 5 + 3 * index),
  }))
  return glyph => ranges.findLast(({ first }) => first <= glyph)?.part ?? 0
}

function readEncoding(
  data: Buffer,
  offset: number,
  glyphsByName: ReadonlyMap<string, number>,
): Map<number, number> {
  const encoding = new Map<number, number>()
  if (offset <= 1) {
    for (const [code, name] of standardEncoding) {
      const glyph = glyphsByName.get(name)
      if (glyph !== undefined) encoding.set(code, glyph)
    }
    return encoding
  }
  const format = data.readUInt8(offset) & 0x7f
  const count = data.readUInt8(offset + 1)
  let glyph = 1
  for (let index = 0; index < count; index++) {
    const first = data.readUInt8(offset + 2 + index * (1 + format))
    const more = format === 0 ? 0 : data.readUInt8(offset + 3 + index * 2)
    for (let code = first; code <= first + more; code++) encoding.set(code, glyph++)
  }
  return encoding
}
