/** Writes small Visio drawings part by part: one page with a rectangle for each text. */
import { writeZip } from './write-zip.ts'

interface VisioParts {
  /** More shapes. */
  readonly shapes?: string
  /** Of the page. */
  readonly relations?: string
  readonly parts?: Readonly<Record<string, string | Buffer>>
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.microsoft.com/office/visio/2012/main'
const type = 'http://schemas.microsoft.com/visio/2010/relationships'
const content = 'application/vnd.ms-visio'

function relationships(inner: string): string {
  return `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`
}

const relation = (kind: string, target: string) =>
  `<Relationship Id="rId1" Type="${type}/${kind}" Target="${target}"/>`

const cells = (values: Readonly<Record<string, number>>) =>
  Object.entries(values)
    .map(([name, value]) => `<Cell N="${name}" V="${value}"/>`)
    .join('')

function box(text: string, index: number): string {
  const corners = [
    [0, 0],
    [2, 0],
    [2, 1],
    [0, 1],
    [0, 0],
  ] as const
  const rows = corners.map(
    ([x, y], at) =>
      `<Row T="${at === 0 ? 'MoveTo' : 'LineTo'}" IX="${at + 1}">${cells({ X: x, Y: y })}</Row>`,
  )
  const place = { PinX: 3, PinY: 8 - 2 * index, Width: 2, Height: 1, LocPinX: 1, LocPinY: 0.5 }
  return `<Shape ID="${index + 1}" Type="Shape">${cells(place)}<Section N="Geometry" IX="0">${rows.join('')}</Section><Text>${text}</Text></Shape>`
}

export function writeVsdx(
  texts: readonly string[],
  { shapes = '', relations = '', parts = {} }: VisioParts = {},
): Buffer {
  const spaces = `xmlns="${main}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
  const override = (name: string, kind: string) =>
    `<Override PartName="/visio/${name}.xml" ContentType="${content}.${kind}+xml"/>`
  return writeZip({
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('document', 'drawing.main')}${override('pages/pages', 'pages')}${override('pages/page1', 'page')}</Types>`,
    '_rels/.rels': relationships(relation('document', 'visio/document.xml')),
    'visio/document.xml': `${head}<VisioDocument ${spaces}/>`,
    'visio/_rels/document.xml.rels': relationships(relation('pages', 'pages/pages.xml')),
    'visio/pages/pages.xml': `${head}<Pages ${spaces}><Page ID="0" Name="Page"><PageSheet>${cells({ PageWidth: 8.5, PageHeight: 11 })}</PageSheet><Rel r:id="rId1"/></Page></Pages>`,
    'visio/pages/_rels/pages.xml.rels': relationships(relation('page', 'page1.xml')),
    'visio/pages/page1.xml': `${head}<PageContents ${spaces}><Shapes>${texts.map(box).join('')}${shapes}</Shapes></PageContents>`,
    'visio/pages/_rels/page1.xml.rels': relationships(relations),
    ...parts,
  })
}
