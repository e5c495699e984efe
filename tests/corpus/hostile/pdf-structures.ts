/** PDFs whose structure, fonts or images deceive the readers of the PDF Workbench. */
import { deflateSync } from 'node:zlib'
import { type HostileFile, hostile } from './hostile-file.ts'
import { onePage, pdfStream, words, writePdf } from './pdfs.ts'

/** By what they attempt. */
export function hostileStructures(): HostileFile[] {
  const pdf = (what: string, content: Buffer) => hostile('bomb', what, 'paper.pdf', content)
  return [
    pdf('pdf: bookmarks in a cycle', cyclicOutlines()),
    pdf('pdf: no pages', noPages()),
    pdf('pdf: cross-reference sections in a cycle', cyclicSections()),
    pdf('pdf: an object stream that is a bomb', objectStreamBomb()),
    pdf('pdf: encrypted by an unknown handler', unknownHandler()),
    pdf('pdf: ten thousand fields', manyFields(10_000)),
    pdf('pdf: fields in a cycle', cyclicFields()),
    pdf('pdf: tags in a cycle', cyclicTags()),
    pdf('pdf: names in a cycle', cyclicNames()),
    pdf('pdf: images that declare more than they have', imageBombs()),
    pdf('pdf: fonts with broken tables', brokenFonts()),
  ]
}

function cyclicOutlines(): Buffer {
  return onePage({
    catalog: '/Outlines 6 0 R',
    more: [
      '<< /Type /Outlines /First 7 0 R /Last 8 0 R /Count 2147483647 >>',
      '<< /Title (a) /Parent 8 0 R /First 6 0 R /Last 7 0 R /Next 8 0 R /Prev 7 0 R /Dest [3 0 R /Fit] >>',
      '<< /Title (b) /Parent 7 0 R /First 7 0 R /Last 7 0 R /Next 7 0 R /Dest [3 0 R /Fit] >>',
    ],
  })
}

function noPages(): Buffer {
  return writePdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'])
}

/** Two sections, each the one before the other. */
function cyclicSections(): Buffer {
  const file = onePage({})
  const first = Number(/startxref\n(\d+)/.exec(file.toString('latin1'))?.[1])
  const text = file.toString('latin1').replace('/Root 1 0 R ', `/Root 1 0 R /Prev ${file.length + 40} `)
  const second = text.length
  const update = `xref\n0 0\ntrailer\n<< /Size 6 /Root 1 0 R /Prev ${first} >>\nstartxref\n${second}\n%%EOF\n`
  return Buffer.from(
    `${text.replace(/\/Prev \d+/, digits => `/Prev ${second}`.padEnd(digits.length))}${update}`,
  )
}

/** 64 MB of objects in 64 KB; the page is one of them. */
function objectStreamBomb(): Buffer {
  const objects = '3 0\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>'
  const first = objects.indexOf('<<')
  const data = deflateSync(Buffer.concat([Buffer.from(objects), Buffer.alloc(64 * 1024 * 1024, '[')]))
  const parts = [
    Buffer.from('%PDF-1.7\n'),
    Buffer.from('1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'),
    Buffer.from('2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n'),
    Buffer.from('4 0 obj\n'),
    pdfStream(data, `/Type /ObjStm /N 1 /First ${first} /Filter /FlateDecode`),
    Buffer.from('\nendobj\n'),
  ]
  const offset = (index: number) => parts.slice(0, index).reduce((sum, part) => sum + part.length, 0)
  const table = Buffer.concat(
    [
      [0, 0, 0],
      [1, offset(1), 0],
      [1, offset(2), 0],
      [2, 4, 0],
      [1, offset(3), 0],
      [1, offset(6), 0],
    ].map(([kind = 0, at = 0, index = 0]) => Buffer.of(kind, at >> 24, at >> 16, at >> 8, at, index)),
  )
  return Buffer.concat([
    ...parts,
    Buffer.from('5 0 obj\n'),
    pdfStream(table, '/Type /XRef /Size 6 /W [1 4 1] /Root 1 0 R'),
    Buffer.from(`\nendobj\nstartxref\n${offset(6)}\n%%EOF\n`),
  ])
}

function unknownHandler(): Buffer {
  const [id, key] = ['<00112233445566778899aabbccddeeff>', `<${'00'.repeat(32)}>`]
  return writePdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
      `<< /Filter /Acme.Vault /V 99 /R 99 /O ${key} /U ${key} /P -1 >>`,
    ],
    `/Encrypt 4 0 R /ID [${id} ${id}]`,
  )
}

function manyFields(count: number): Buffer {
  const numbers = Array.from({ length: count }, (_, index) => `${6 + index} 0 R`).join(' ')
  return onePage({
    catalog: `/AcroForm << /Fields [${numbers}] /NeedAppearances true /DA (/F1 10 Tf) /DR << /Font << /F1 5 0 R >> >> >>`,
    page: `/Annots [${numbers}]`,
    more: Array.from(
      { length: count },
      (_, index) =>
        `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f${index}) /V (value ${index}) /Rect [0 0 90 9] /P 3 0 R >>`,
    ),
  })
}

function cyclicFields(): Buffer {
  return onePage({
    catalog: '/AcroForm << /Fields [6 0 R 6 0 R] >>',
    page: '/Annots [7 0 R 7 0 R]',
    more: [
      '<< /T (a) /FT /Tx /Kids [7 0 R 6 0 R] /Parent 7 0 R >>',
      '<< /T (b) /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /Kids [6 0 R] /Parent 6 0 R >>',
    ],
  })
}

function cyclicTags(): Buffer {
  return onePage({
    catalog: '/MarkInfo << /Marked true >> /StructTreeRoot 6 0 R',
    page: '/StructParents 0',
    more: [
      '<< /Type /StructTreeRoot /K [7 0 R 6 0 R] /ParentTree 8 0 R >>',
      '<< /Type /StructElem /S /P /P 7 0 R /Pg 3 0 R /K [7 0 R 6 0 R 0] >>',
      '<< /Kids [8 0 R] /Nums [0 [7 0 R]] >>',
    ],
  })
}

function cyclicNames(): Buffer {
  return onePage({
    catalog: '/Names << /Dests 6 0 R /EmbeddedFiles 6 0 R >> /PageLabels 7 0 R',
    more: [
      '<< /Kids [6 0 R 6 0 R] /Names [(a) [3 0 R /Fit]] /Limits [(a) (a)] >>',
      '<< /Kids [7 0 R] /Nums [0 << /S /D /St 2147483647 >> 2147483647 << /S /r >>] >>',
    ],
  })
}

/** JBIG2, JPEG 2000 and fax data of a few bytes with a billion pixels, and an image whose mask is itself. */
function imageBombs(): Buffer {
  const image = (entries: string, data: Buffer) =>
    pdfStream(data, `/Type /XObject /Subtype /Image /Width 32000 /Height 32000 ${entries}`)
  const jpx = Buffer.from(
    '0000000c6a5020200d0a870a00000014667479706a703220000000006a7032200000002d6a703268000000166968647200007d0000007d00000308070000000000000f636f6c7201000000000010',
    'hex',
  )
  return onePage({
    resources: '/XObject << /A 6 0 R /B 7 0 R /C 8 0 R /D 9 0 R >>',
    content: `${words} q 300 0 0 200 0 0 cm /A Do /B Do /C Do /D Do Q`,
    more: [
      image(
        '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode',
        Buffer.from('00000000300001000000130000ffff0000ffff000000000000000000000000', 'hex'),
      ),
      image('/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /JPXDecode', jpx),
      image(
        '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 32000 /Rows 32000 >>',
        Buffer.alloc(64, 0xff),
      ),
      image(
        '/ColorSpace /DeviceRGB /BitsPerComponent 8 /SMask 9 0 R /Filter /FlateDecode',
        deflateSync(Buffer.alloc(9000)),
      ),
    ],
  })
}

/** Glyphs that consist of themselves, tables outside of the file, character maps and charsets without an end. */
function brokenFonts(): Buffer {
  const simple = (base: number) =>
    `<< /Type /Font /Subtype /TrueType /BaseFont /X${base} /FirstChar 0 /LastChar 255 /Widths [500] /FontDescriptor ${base + 1} 0 R >>`
  const descriptor = (base: number, key: string) =>
    `<< /Type /FontDescriptor /FontName /X${base} /Flags 4 /${key} ${base + 2} 0 R >>`
  const fonts = [
    { key: 'FontFile2', data: selfContainedFont(), entries: '' },
    { key: 'FontFile3', data: endlessCff(), entries: '/Subtype /Type1C' },
    { key: 'FontFile3', data: Buffer.alloc(200, 0xff), entries: '/Subtype /OpenType' },
  ]
  const bases = fonts.map((_, index) => 6 + 3 * index)
  return onePage({
    resources: `/Font << ${bases.map((base, index) => `/B${index} ${base} 0 R`).join(' ')} /F1 5 0 R >>`,
    content: `${words} BT ${bases.map((_, index) => `/B${index} 9 Tf (AB\\001) Tj`).join(' ')} ET`,
    more: fonts.flatMap(({ key, data, entries }, index) => {
      const base = bases[index] ?? 0
      return [simple(base), descriptor(base, key), pdfStream(data, `/Length1 ${data.length} ${entries}`)]
    }),
  })
}

function selfContainedFont(): Buffer {
  const head = Buffer.alloc(54)
  const maxp = Buffer.from('00010000ffff', 'hex')
  const loca = Buffer.alloc(2 * 65_536)
  for (let glyph = 1; glyph <= 65_535; glyph++) loca.writeUInt16BE(8, 2 * glyph)
  // A composite glyph of glyph 0, with more parts than bytes.
  const glyf = Buffer.from('ffff0000000000000000002000000000', 'hex')
  const cmap = Buffer.from('0000000100030001000000100000000c000000000000000000000000ffffffff', 'hex')
  const tables = { cmap, glyf, head, loca, maxp }
  const header = Buffer.alloc(12 + 16 * 5)
  header.writeUInt32BE(0x00010000, 0)
  header.writeUInt16BE(5, 4)
  let position = header.length
  for (const [index, [tag, table]] of Object.entries(tables).entries()) {
    header.write(tag, 12 + 16 * index, 'latin1')
    header.writeUInt32BE(position, 12 + 16 * index + 8)
    header.writeUInt32BE(table.length, 12 + 16 * index + 12)
    position += table.length
  }
  return Buffer.concat([header, ...Object.values(tables)])
}

/** Its indexes have 65,535 items at the same place, and its dictionary refers to itself. */
function endlessCff(): Buffer {
  return Buffer.concat([
    Buffer.from('01000401', 'hex'),
    Buffer.from('00010101025800010101071d000000001100', 'hex'),
    Buffer.alloc(400, 0xff),
  ])
}
