/** document.xml of a DOCX file. */
import type { DocxBlock } from './docx-blocks.ts'

const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const styleOf = { title: 'Title', heading: 'Heading1', paragraph: undefined } as const
const rightToLeftFirst =
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
// Characters that are not allowed in XML.
const invalidXmlCharacters = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

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
