/** TrueType font with empty glyphs for an invisible text layer: its text can be searched and copied, but is not visible. */
import { deflateSync } from 'node:zlib'

/** Width of every glyph in thousandths of the font size. */
export const glyphAdvance = 500

const unitsPerEm = 1000

/** Objects of the font, numbered by the caller; pages refer to the first one. */
export function fontObjects(numbers: FontNumbers): readonly PdfObject[] {
  const { font, descendant, descriptor, file, glyphMap, toUnicode } = numbers
  const program = trueTypeFont()
  return [
    {
      number: font,
      dictionary: `<< /Type /Font /Subtype /Type0 /BaseFont /GlyphLess /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${toUnicode} 0 R >>`,
    },
    {
      number: descendant,
      dictionary: `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /GlyphLess /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /DW ${glyphAdvance} /CIDToGIDMap ${glyphMap} 0 R >>`,
    },
    {
      number: descriptor,
      dictionary: `<< /Type /FontDescriptor /FontName /GlyphLess /Flags 5 /FontBBox [0 -200 ${glyphAdvance} 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 800 /StemV 80 /FontFile2 ${file} 0 R >>`,
    },
    { number: file, dictionary: `/Length1 ${program.length}`, stream: program },
    { number: glyphMap, dictionary: '', stream: cidToGidMap() },
    { number: toUnicode, dictionary: '', stream: Buffer.from(toUnicodeCMap(), 'latin1') },
  ]
}

export interface FontNumbers {
  readonly font: number
  readonly descendant: number
  readonly descriptor: number
  readonly file: number
  readonly glyphMap: number
  readonly toUnicode: number
}

export function numberFont(first: number): FontNumbers {
  return {
    font: first,
    descendant: first + 1,
    descriptor: first + 2,
    file: first + 3,
    glyphMap: first + 4,
    toUnicode: first + 5,
  }
}

export const fontObjectCount = 6

/** If there is a stream, `dictionary` holds only the entries besides Length and Filter. */
export interface PdfObject {
  readonly number: number
  readonly dictionary: string
  readonly stream?: Uint8Array
}

export function writeObject({ number, dictionary, stream }: PdfObject): Buffer {
  if (stream === undefined) return Buffer.from(`${number} 0 obj\n${dictionary}\nendobj\n`, 'latin1')
  const packed = deflateSync(stream)
  return Buffer.concat([
    Buffer.from(
      `${number} 0 obj\n<< ${dictionary} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`,
      'latin1',
    ),
    packed,
    Buffer.from('\nendstream\nendobj\n', 'latin1'),
  ])
}

function cidToGidMap(): Buffer {
  const map = Buffer.alloc(2 * 65_536)
  for (let code = 0; code < 65_536; code += 1) map.writeUInt16BE(1, 2 * code)
  return map
}

/** A bfrange must stay within a block of 256 codes, and beginbfrange accepts at most 100 entries. */
function toUnicodeCMap(): string {
  const hex = (value: number) => value.toString(16).padStart(2, '0').toUpperCase()
  const ranges = Array.from(
    { length: 256 },
    (_, high) => `<${hex(high)}00> <${hex(high)}FF> <${hex(high)}00>`,
  )
  const blocks = [ranges.slice(0, 100), ranges.slice(100, 200), ranges.slice(200)]
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.map(block => `${block.length} beginbfrange\n${block.join('\n')}\nendbfrange`).join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`
}

/** The smallest font that PDF viewers accept: two empty glyphs. */
function trueTypeFont(): Buffer {
  const head = Buffer.alloc(54)
  head.writeUInt32BE(0x00010000, 0)
  head.writeUInt32BE(0x00010000, 4)
  head.writeUInt32BE(0x5f0f3cf5, 12)
  head.writeUInt16BE(unitsPerEm, 18)
  head.writeInt16BE(-200, 38)
  head.writeInt16BE(glyphAdvance, 40)
  head.writeInt16BE(800, 42)
  head.writeUInt16BE(8, 46)
  head.writeInt16BE(2, 48)
  const hhea = Buffer.alloc(36)
  hhea.writeUInt32BE(0x00010000, 0)
  hhea.writeInt16BE(800, 4)
  hhea.writeInt16BE(-200, 6)
  hhea.writeUInt16BE(glyphAdvance, 10)
  hhea.writeUInt16BE(2, 34)
  const hmtx = Buffer.alloc(8)
  hmtx.writeUInt16BE(glyphAdvance, 0)
  hmtx.writeUInt16BE(glyphAdvance, 4)
  const maxp = Buffer.alloc(32)
  maxp.writeUInt32BE(0x00010000, 0)
  maxp.writeUInt16BE(2, 4)
  maxp.writeUInt16BE(1, 14)
  return fontFile({ glyf: Buffer.alloc(4), head, hhea, hmtx, loca: Buffer.alloc(6), maxp })
}

function fontFile(tables: Readonly<Record<string, Buffer>>): Buffer {
  const names = Object.keys(tables).sort()
  const directory = Buffer.alloc(12 + 16 * names.length)
  directory.writeUInt32BE(0x00010000, 0)
  directory.writeUInt16BE(names.length, 4)
  directory.writeUInt16BE(64, 6)
  directory.writeUInt16BE(2, 8)
  directory.writeUInt16BE(16 * names.length - 64, 10)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  names.forEach((name, index) => {
    const table = tables[name] as Buffer
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)])
    const at = 12 + 16 * index
    directory.write(name, at, 'latin1')
    directory.writeUInt32BE(checksum(padded), at + 4)
    directory.writeUInt32BE(offset, at + 8)
    directory.writeUInt32BE(table.length, at + 12)
    parts.push(padded)
    offset += padded.length
  })
  return Buffer.concat(parts)
}

function checksum(table: Buffer): number {
  let sum = 0
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0
  return sum
}
