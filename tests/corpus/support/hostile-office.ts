/** Spreadsheets, presentations and drawings that reference URLs, local files and programs in every way known to us. */
import type { FormatId } from '@filesmith/contract/formats'
import { writePptx } from './write-pptx.ts'
import { writeVsdx } from './write-vsdx.ts'
import { writeXlsx } from './write-xlsx.ts'
import { writeZip } from './write-zip.ts'

export interface HostileOffice {
  readonly what: string
  readonly format: Extract<FormatId, 'xlsx' | 'ods' | 'pptx' | 'odp' | 'odg' | 'vsdx'>
  readonly content: Buffer
}

interface Bait {
  readonly address: string
  readonly imagePath: string
  /** An intact workbook whose first cell is a secret. */
  readonly bookPath: string
}

export const shownWords = 'Shown'
const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

export function hostileOffice(bait: Bait): HostileOffice[] {
  return [
    ...workbooks(bait),
    ...openSheets(bait),
    ...slides(bait),
    ...openDrawings(bait),
    ...visioDrawings(bait),
  ]
}

function workbooks({ address, imagePath, bookPath }: Bait): HostileOffice[] {
  const formulas = {
    'a formula that fetches a URL': `_xlfn.WEBSERVICE("${address}/formula")`,
    'a formula that fetches a URL without its prefix': `webservice ("${address}/plain")`,
    'a formula with another workbook by path': `'${bookPath.replace(/[^/]*$/, '[$&]')}Secret'!A1`,
    'a formula that builds a reference to another file': `INDIRECT("'file://${bookPath}'#$Secret.A1")`,
    'a formula that builds a reference in Excel syntax': `INDIRECT("'file://${bookPath.replace(/[^/]*$/, '[$&]')}Secret'!A1")`,
    'a formula that starts a program': `cmd|'/C touch ${imagePath}.run'!A0`,
    'a formula with a linked image': `_xlfn.IMAGE("${address}/image.png")`,
  }
  const formulaFiles = Object.entries(formulas).map(([what, formula]) => ({
    what: `xlsx: ${what}`,
    format: 'xlsx' as const,
    content: writeXlsx([{ name: 'S', rows: [[shownWords, { formula }]] }]),
  }))
  const external = (target: string) => ({
    workbookMarkup: '<externalReferences><externalReference r:id="rIdX"/></externalReferences>',
    workbookRelations: `<Relationship Id="rIdX" Type="${type}/externalLink" Target="externalLinks/externalLink1.xml"/>`,
    parts: {
      'xl/externalLinks/externalLink1.xml': `${head}<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${type}"><externalBook r:id="rId1"><sheetNames><sheetName val="Secret"/></sheetNames></externalBook></externalLink>`,
      'xl/externalLinks/_rels/externalLink1.xml.rels': `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${type}/externalLinkPath" Target="${target}" TargetMode="External"/></Relationships>`,
    },
  })
  const linked = [`file://${bookPath}`, `${address}/book.xlsx`].map(target => ({
    what: `xlsx: a linked workbook ${target}`,
    format: 'xlsx' as const,
    content: writeXlsx(
      [{ name: 'S', rows: [[shownWords, { formula: '[1]Secret!A1' }], [{ formula: 'Leak' }]] }],
      { ...external(target), definedNames: '<definedName name="Leak">[1]Secret!$A$1</definedName>' },
    ),
  }))
  const drawing = `${head}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${type}"><xdr:twoCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>1</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>4</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>9</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="P"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:link="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:prstGeom prst="rect"/></xdr:spPr></xdr:pic><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`
  const images = [`file://${imagePath}`, `${address}/sheet.png`].map(target => ({
    what: `xlsx: a linked image ${target}`,
    format: 'xlsx' as const,
    content: writeXlsx([{ name: 'S', rows: [[shownWords]], after: '<drawing r:id="rId1"/>' }], {
      sheetRelations: `<Relationship Id="rId1" Type="${type}/drawing" Target="../drawings/drawing1.xml"/>`,
      parts: {
        'xl/drawings/drawing1.xml': drawing,
        'xl/drawings/_rels/drawing1.xml.rels': `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${type}/image" Target="${target}" TargetMode="External"/></Relationships>`,
      },
    }),
  }))
  return [...formulaFiles, ...linked, ...images]
}

const spaces = [
  ['office', 'office'],
  ['table', 'table'],
  ['text', 'text'],
  ['draw', 'drawing'],
  ['presentation', 'presentation'],
  ['script', 'script'],
  ['svg', 'svg-compatible'],
].map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)

export function openDocument(kind: 'spreadsheet' | 'presentation' | 'graphics', body: string): Buffer {
  const mime = `application/vnd.oasis.opendocument.${kind}`
  return writeZip({
    mimetype: mime,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${mime}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    'content.xml': `<office:document-content ${spaces.join(' ')} xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.2"><office:body>${body}</office:body></office:document-content>`,
  })
}

function openSheets({ address, imagePath, bookPath }: Bait): HostileOffice[] {
  const words = `<table:table-cell office:value-type="string"><text:p>${shownWords}</text:p></table:table-cell>`
  const sheet = (markup: string) =>
    openDocument('spreadsheet', `<office:spreadsheet>${markup}</office:spreadsheet>`)
  const withFormula = (formula: string) =>
    sheet(
      `<table:table table:name="S"><table:table-row>${words}<table:table-cell table:formula="${formula.replaceAll('"', '&quot;')}"/></table:table-row></table:table>`,
    )
  const withRow = (before: string, after = '') =>
    sheet(
      `<table:table table:name="S">${before}<table:table-row>${words}</table:table-row></table:table>${after}`,
    )
  const contents = {
    'a formula that fetches a URL': withFormula(`of:=WEBSERVICE("${address}/ods")`),
    'a formula with another file': withFormula(`of:=['file://${bookPath}'#$Secret.A1]`),
    'a formula with a running program': withFormula(`of:=DDE("soffice";"${bookPath}";"Secret.A1")`),
    'a linked sheet': sheet(
      `<table:table table:name="L"><table:table-source xlink:type="simple" xlink:href="file://${bookPath}" table:table-name="Secret"/><table:table-row>${words}</table:table-row></table:table>`,
    ),
    'a linked area': withRow(
      '',
      `<table:table table:name="T"><table:table-row><table:table-cell><table:cell-range-source table:name="Secret" xlink:href="${address}/area.ods" table:last-column-spanned="2" table:last-row-spanned="2"/></table:table-cell></table:table-row></table:table>`,
    ),
    'a linked image': withRow(
      `<table:shapes><draw:frame svg:width="5cm" svg:height="5cm" svg:x="1cm" svg:y="1cm"><draw:image xlink:href="file://${imagePath}"/></draw:frame></table:shapes>`,
    ),
    'a linked object and a plugin': withRow(
      `<table:shapes><draw:frame svg:width="5cm" svg:height="5cm"><draw:object xlink:href="${address}/object.ods"/></draw:frame><draw:frame svg:width="5cm" svg:height="5cm"><draw:plugin xlink:href="${address}/film.mp4"/></draw:frame></table:shapes>`,
    ),
  }
  return Object.entries(contents).map(([what, content]) => ({ what: `ods: ${what}`, format: 'ods', content }))
}

function slides({ address, imagePath }: Bait): HostileOffice[] {
  const title = shownWords
  const picture = (inner: string) =>
    `<p:pic><p:nvPicPr><p:cNvPr id="7" name="P"><a:hlinkClick r:id="rId9" action="ppaction://program"/></p:cNvPr><p:cNvPicPr/><p:nvPr>${inner}</p:nvPr></p:nvPicPr><p:blipFill><a:blip r:link="rId8"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="2000000"/></a:xfrm><a:prstGeom prst="rect"/></p:spPr></p:pic>`
  const link = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${type}/${kind}" Target="${target}" TargetMode="External"/>`
  const program = link('rId9', 'hyperlink', 'file:///usr/bin/id')
  return [
    ...[`file://${imagePath}`, `${address}/slide.png`].map(target => ({
      what: `pptx: a linked image ${target}`,
      format: 'pptx' as const,
      content: writePptx([
        { title, markup: picture(''), relations: program + link('rId8', 'image', target) },
      ]),
    })),
    {
      what: 'pptx: a linked video',
      format: 'pptx',
      content: writePptx([
        {
          title,
          markup: picture('<a:videoFile r:link="rId10"/>'),
          relations:
            program +
            link('rId10', 'video', `${address}/video.mp4`) +
            link('rId8', 'image', `${address}/poster.png`),
        },
      ]),
    },
  ]
}

function openDrawings({ address, imagePath }: Bait): HostileOffice[] {
  const shapes = `<draw:frame svg:width="9cm" svg:height="2cm" svg:x="1cm" svg:y="12cm"><draw:text-box><text:p>${shownWords}</text:p></draw:text-box></draw:frame><draw:frame svg:width="5cm" svg:height="5cm" svg:x="1cm" svg:y="1cm"><draw:image xlink:href="file://${imagePath}"/></draw:frame><draw:frame svg:width="5cm" svg:height="5cm"><draw:image xlink:href="${address}/drawn.png"/></draw:frame><draw:frame svg:width="5cm" svg:height="5cm"><draw:plugin xlink:href="${address}/drawn.mp4"/></draw:frame>`
  const page = (more: string) => `<draw:page draw:name="p">${shapes}${more}</draw:page>`
  const action = `<draw:rect svg:width="2cm" svg:height="2cm"><office:event-listeners><presentation:event-listener script:event-name="dom:click" presentation:action="execute" xlink:href="file:///usr/bin/id"/></office:event-listeners></draw:rect>`
  return [
    {
      what: 'odp: linked images, media and a program',
      format: 'odp',
      content: openDocument('presentation', `<office:presentation>${page(action)}</office:presentation>`),
    },
    {
      what: 'odg: linked images and media',
      format: 'odg',
      content: openDocument('graphics', `<office:drawing>${page('')}</office:drawing>`),
    },
  ]
}

function visioDrawings({ address, imagePath }: Bait): HostileOffice[] {
  const link = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${type}/${kind}" Target="${target}" TargetMode="External"/>`
  const foreign = (id: string, kind: string) =>
    `<Shape ID="9${id}" Type="Foreign"><Cell N="PinX" V="3"/><Cell N="PinY" V="3"/><Cell N="Width" V="2"/><Cell N="Height" V="2"/><ForeignData ForeignType="${kind}"><Rel xmlns:r="${type}" r:id="rId${id}"/></ForeignData></Shape>`
  const shapes = foreign('1', 'Bitmap') + foreign('2', 'Bitmap') + foreign('3', 'Object')
  const relations =
    link('rId1', 'image', `file://${imagePath}`) +
    link('rId2', 'image', `${address}/visio.png`) +
    `<Relationship Id="rId3" Type="${type}/oleObject" Target="../embeddings/oleObject1.bin"/>`
  const parts = { 'visio/embeddings/oleObject1.bin': Buffer.from(`${address}/object`) }
  return [
    {
      what: 'vsdx: linked images and an object',
      format: 'vsdx',
      content: writeVsdx([shownWords], { shapes, relations, parts }),
    },
  ]
}
