/** The same drawing as EMF, WMF, DXF, SVG and PDF: a red square beside a blue one, written here by the specifications. */

import { writeZip } from './write-zip.ts'

/** Of both squares, and of the drawing: 200 by 100. */
const side = 100
const [red, blue] = [0x0000ff, 0xff0000]

type Square = readonly [left: number, color: number]
const squares: readonly Square[] = [
  [0, red],
  [side, blue],
]

function record(type: number, values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(8 + values.length * 4)
  bytes.writeUInt32LE(type, 0)
  bytes.writeUInt32LE(bytes.length, 4)
  values.forEach((value, index) => {
    bytes.writeInt32LE(value | 0, 8 + index * 4)
  })
  return bytes
}

const nullPen = 0x8000_0008

/** [MS-EMF]: a header, then brushes and rectangles. */
export function writeEmf({ records = 0 }: { readonly records?: number } = {}): Buffer {
  const body = [
    record(37, [nullPen]),
    ...squares.flatMap(([left, color], index) => [
      record(39, [index + 1, 0, color, 0]),
      record(37, [index + 1]),
      record(43, [left, 0, left + side, side]),
    ]),
    record(14, [0, 16, 20]),
  ]
  // Bounds in device units, the frame in hundredths of a millimeter, then the device.
  const header = record(1, [
    ...[0, 0, 2 * side, side],
    ...[0, 0, 5291, 2646],
    ...[0x464d4520, 0x10000, 0, 0, 0x0000_0003, 0, 0, 0],
    ...[1920, 1080, 508, 286],
  ])
  header.writeUInt32LE(header.length + Buffer.concat(body).length, 48)
  header.writeUInt32LE(records || body.length + 1, 52)
  return Buffer.concat([header, ...body])
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, index) => {
    bytes.writeUInt16LE(value & 0xffff, index * 2)
  })
  return bytes
}

function metaRecord(type: number, ...values: readonly number[]): Buffer {
  return words(values.length + 3, 0, type, ...values)
}

/** [MS-WMF], with the header for placing it. */
export function writeWmf(): Buffer {
  const body = Buffer.concat([
    metaRecord(0x020b, 0, 0),
    metaRecord(0x020c, side, 2 * side),
    // A pen that draws nothing.
    metaRecord(0x02fa, 5, 0, 0, 0, 0),
    metaRecord(0x012d, 0),
    ...squares.flatMap(([left, color], index) => [
      metaRecord(0x02fc, 0, color & 0xffff, color >> 16, 0),
      metaRecord(0x012d, index + 1),
      metaRecord(0x041b, side, left + side, 0, left),
    ]),
    metaRecord(0),
  ])
  const placing = words(0xcdd7, 0x9ac6, 0, 0, 0, 2 * side, side, 96, 0, 0)
  const sum = Array.from({ length: 10 }, (_, index) => placing.readUInt16LE(index * 2)).reduce(
    (a, b) => a ^ b,
  )
  const size = body.length / 2 + 9
  return Buffer.concat([placing, words(sum), words(1, 9, 0x300, size, size >> 16, 4, 12, 0, 0), body])
}

/** Lines are enough: a circle in a square. */
export function writeDxf(): string {
  const line = (x1: number, y1: number, x2: number, y2: number) =>
    ['0', 'LINE', '8', '0', '10', x1, '20', y1, '30', 0, '11', x2, '21', y2, '31', 0].join('\n')
  return [
    '0\nSECTION\n2\nENTITIES',
    line(0, 0, 100, 0),
    line(100, 0, 100, 100),
    line(100, 100, 0, 100),
    line(0, 100, 0, 0),
    '0\nCIRCLE\n8\n0\n10\n50\n20\n50\n30\n0\n40\n25',
    '0\nENDSEC\n0\nEOF\n',
  ].join('\n')
}

/** A line, and the files as blocks and as an image. */
export function writeLinkingDxf(addresses: readonly string[]): string {
  return [
    '0\nSECTION\n2\nBLOCKS',
    ...addresses.map(address => `0\nBLOCK\n8\n0\n2\nB\n70\n4\n10\n0\n20\n0\n1\n${address}\n0\nENDBLK`),
    '0\nENDSEC\n0\nSECTION\n2\nENTITIES\n0\nINSERT\n8\n0\n2\nB\n10\n0\n20\n0',
    '0\nIMAGE\n8\n0\n340\n1A\n10\n0\n20\n0\n11\n9\n12\n9\n0\nLINE\n8\n0\n10\n0\n20\n0\n11\n9\n21\n9',
    `0\nENDSEC\n0\nSECTION\n2\nOBJECTS\n0\nIMAGEDEF\n5\n1A\n1\n${addresses[0]}\n0\nENDSEC\n0\nEOF\n`,
  ].join('\n')
}

/** A page for each text. */
export const writeOdg = (pages: readonly string[]): Buffer =>
  writeZip({
    mimetype: 'application/vnd.oasis.opendocument.graphics',
    'META-INF/manifest.xml':
      '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.graphics"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
    'content.xml': `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2"><office:body><office:drawing>${pages.map((words, index) => `<draw:page draw:name="p${index}"><draw:rect svg:x="2cm" svg:y="2cm" svg:width="8cm" svg:height="3cm"><text:p>${words}</text:p></draw:rect></draw:page>`).join('')}</office:drawing></office:body></office:document-content>`,
  })

export const drawnSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">
<rect width="100" height="100" fill="#ff0000"/><rect x="100" width="100" height="100" fill="#0000ff"/>
<text x="10" y="60" font-size="20" font-family="Liberation Sans">Harbor</text></svg>`

/** One page for each number of squares. */
export function writeDrawnPdf(pages = 1): Buffer {
  const content = '1 0 0 rg 0 0 100 100 re f 0 0 1 rg 100 0 100 100 re f'
  const kids = Array.from({ length: pages }, (_, index) => `${index + 4} 0 R`).join(' ')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages}>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ...Array.from(
      { length: pages },
      () =>
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 3 0 R/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 50 50]/A<</S/URI/URI(https://example.com/)>>>>]>>',
    ),
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = file.length
    file += `${index + 1} 0 obj${object}endobj\n`
    return at
  })
  const table = offsets.map(at => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const trailer = `trailer<</Size ${count}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(`${file}xref\n0 ${count}\n0000000000 65535 f \n${table}${trailer}`, 'latin1')
}

const postScriptSquares = `
/square { newpath moveto ${side} 0 rlineto 0 ${side} rlineto -${side} 0 rlineto closepath fill } bind def
1 0 0 setrgbcolor 0 0 square
0 0 1 setrgbcolor ${side} 0 square
`

export function writeDrawnEps(rest = 'showpage'): Buffer {
  return Buffer.from(
    `%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 ${2 * side} ${side}\n%%EndComments\n${postScriptSquares}${rest}\n%%EOF\n`,
  )
}

export function writeDrawnPs(pages = 1): Buffer {
  const page = `${postScriptSquares}showpage\n`
  return Buffer.from(
    `%!PS-Adobe-3.0\n%%EndComments\n<< /PageSize [${2 * side} ${side}] >> setpagedevice\n${page.repeat(pages)}`,
  )
}
