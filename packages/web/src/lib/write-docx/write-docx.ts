/** Writes a DOCX file in the browser; import it on demand. */
import { storeZip, type ZipEntry } from '../store-zip.ts'
import type { DocxBlock } from './docx-blocks.ts'

const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

const styleOf = { title: 'Title', heading: 'Heading1', paragraph: undefined } as const

const rightToLeftFirst =
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

// Characters that are not allowed in XML.
const invalidXmlCharacters = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

const packages = 'http://schemas.openxmlformats.org/package/2006'

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

const fonts = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Arial" w:eastAsia="Noto Sans CJK SC"/>'

const heading = (id: string, name: string, level: string, size: number) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="120"/>${level}</w:pPr><w:rPr><w:b/><w:bCs/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/></w:rPr></w:style>`

const styles = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:docDefaults><w:rPrDefault><w:rPr>${fonts}<w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>${heading('Title', 'Title', '', 40)}${heading('Heading1', 'heading 1', '<w:outlineLvl w:val="0"/>', 28)}<w:style w:type="character" w:styleId="Monospaced"><w:name w:val="Monospaced"/><w:rPr><w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/><w:sz w:val="20"/></w:rPr></w:style><w:style w:type="character" w:styleId="Label"><w:name w:val="Label"/><w:rPr><w:color w:val="767676"/><w:sz w:val="18"/><w:szCs w:val="18"/></w:rPr></w:style></w:styles>`

/** Parts that are the same in every DOCX file: content types, relationships and styles. */
const fixedParts: readonly ZipEntry[] = [
  {
    path: '[Content_Types].xml',
    content: `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${word}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${word}.styles+xml"/></Types>`,
  },
  {
    path: '_rels/.rels',
    content: `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="word/document.xml"/></Relationships>`,
  },
  {
    path: 'word/_rels/document.xml.rels',
    content: `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  },
  { path: 'word/styles.xml', content: `${head}${styles}` },
]

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export function writeDocx(blocks: readonly DocxBlock[]): Blob {
  const parts = storeZip([...fixedParts, { path: 'word/document.xml', content: documentXml(blocks) }])
  return new Blob(parts, { type: docxType })
}

/** document.xml of a DOCX file. */
export function documentXml(blocks: readonly DocxBlock[]): string {
  // A4 with margins of 2.5 cm, in twentieths of a point.
  const page =
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1417" w:left="1417" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>'
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="${namespace}"><w:body>${blocks.map(paragraphXml).join('')}${page}</w:body></w:document>`
}

function paragraphXml({ kind, text, label, startsPage, isMonospaced }: DocxBlock): string {
  const isRightToLeft = rightToLeftFirst.test(text)
  const style = styleOf[kind]
  const properties = [
    style ? `<w:pStyle w:val="${style}"/>` : '',
    startsPage ? '<w:pageBreakBefore/>' : '',
    isRightToLeft ? '<w:bidi/>' : '',
  ].join('')
  const labelRun = label ? runXml(`${label}\t`, '<w:rStyle w:val="Label"/>') : ''
  const runProperties = `${isMonospaced ? '<w:rStyle w:val="Monospaced"/>' : ''}${isRightToLeft ? '<w:rtl/>' : ''}`
  const textRun = text === '' ? '' : runXml(text, runProperties)
  return `<w:p>${wrap('w:pPr', properties)}${labelRun}${textRun}</w:p>`
}

function runXml(text: string, properties: string): string {
  const content = text
    .replace(/\r\n?/g, '\n')
    .split(/([\n\t])/)
    .map(part => {
      if (part === '\n') return '<w:br/>'
      if (part === '\t') return '<w:tab/>'
      return part === '' ? '' : `<w:t xml:space="preserve">${escapeXml(part)}</w:t>`
    })
    .join('')
  return `<w:r>${wrap('w:rPr', properties)}${content}</w:r>`
}

function wrap(element: string, content: string): string {
  return content === '' ? '' : `<${element}>${content}</${element}>`
}

function escapeXml(text: string): string {
  return text
    .replace(invalidXmlCharacters, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
