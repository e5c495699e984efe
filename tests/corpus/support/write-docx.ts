/** Writes minimal Word documents part by part, with only what a test needs. */
import { writeZip } from './write-zip.ts'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const namespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  `xmlns:r="${office}"`,
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
].join(' ')

export interface Relation {
  readonly id: string
  /** Last segment of the relationship type: image, hyperlink ... */
  readonly type: string
  readonly target: string
  readonly isExternal?: boolean
}

export interface DocxContent {
  /** Content of w:body. */
  readonly body: string
  /** Other parts by name in word/, without their root element: styles, numbering ... */
  readonly parts?: Readonly<Record<string, string>>
  readonly media?: Readonly<Record<string, Buffer>>
  readonly relations?: readonly Relation[]
  /** Relationships of the settings part, for an attached template. */
  readonly settingsRelations?: readonly Relation[]
}

const roots: Readonly<Record<string, string>> = {
  header1: 'hdr',
  footer1: 'ftr',
  styles: 'styles',
  numbering: 'numbering',
  footnotes: 'footnotes',
  comments: 'comments',
  settings: 'settings',
}

export function writeDocx(content: DocxContent): Buffer {
  const { body, parts = {}, media = {}, relations = [], settingsRelations = [] } = content
  const names = Object.keys(parts)
  const partType = (name: string) => name.replace(/\d+$/, '')
  const partRelations = names.map(name => ({
    id: `part-${name}`,
    type: partType(name),
    target: `${name}.xml`,
  }))
  return writeZip({
    '[Content_Types].xml': [
      '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">',
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>',
      '<Default Extension="bin" ContentType="application/vnd.openxmlformats-officedocument.oleObject"/>',
      `<Override PartName="/word/document.xml" ContentType="${wordType}.document.main+xml"/>`,
      ...names.map(
        name => `<Override PartName="/word/${name}.xml" ContentType="${wordType}.${partType(name)}+xml"/>`,
      ),
      '</Types>',
    ].join(''),
    '_rels/.rels': relationsPart([{ id: 'r1', type: 'officeDocument', target: 'word/document.xml' }]),
    'word/_rels/document.xml.rels': relationsPart([...partRelations, ...relations]),
    'word/_rels/settings.xml.rels': relationsPart(settingsRelations),
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    ...Object.fromEntries(
      names.map(name => [
        `word/${name}.xml`,
        `<?xml version="1.0" encoding="UTF-8"?><w:${roots[name]} ${namespaces}>${parts[name]}</w:${roots[name]}>`,
      ]),
    ),
    ...Object.fromEntries(Object.entries(media).map(([name, bytes]) => [`word/${name}`, bytes])),
  })
}

function relationsPart(relations: readonly Relation[]): string {
  const items = relations.map(
    ({ id, type, target, isExternal }) =>
      `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join('')}</Relationships>`
}

export function paragraph(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}

/** An inline image of 200 by 120 pixels at 96 dpi; linked images only reference their target. */
export function image(relationId: string, isLinked = false): string {
  const size = 'cx="1905000" cy="1143000"'
  return [
    `<w:p><w:r><w:drawing><wp:inline><wp:extent ${size}/><wp:docPr id="7" name="Chart" descr="A chart of three bars"/>`,
    '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>',
    '<pic:nvPicPr><pic:cNvPr id="7" name="chart.png"/><pic:cNvPicPr/></pic:nvPicPr>',
    `<pic:blipFill><a:blip r:${isLinked ? 'link' : 'embed'}="${relationId}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>`,
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr>`,
    '</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>',
  ].join('')
}
