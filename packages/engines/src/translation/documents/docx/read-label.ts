/** Text of numbered list labels ("Chapter %1"): an attribute, handled like a paragraph. */
import { type Flow, type FlowItem, isMark } from '../flow.ts'
import { type DocxParagraph, labelDialect } from './paragraph.ts'
import type { XmlElement } from './xml/parse-xml.ts'
import { decodeXmlText, encodeXmlText } from './xml/xml-text.ts'

const value = /(\s(?:[\w.-]+:)?val\s*=\s*)(?:"([^"]*)"|'([^']*)')/

/** Number placeholders become things. */
export function readLabel(source: string, element: XmlElement): DocxParagraph {
  const found = value.exec(source.slice(element.start, element.openEnd))
  let marks = 0
  const items = decodeXmlText(found?.[2] ?? found?.[3] ?? '')
    .split(/(%\d)/)
    .filter(part => part !== '')
    .map(
      (text): FlowItem =>
        /^%\d$/.test(text)
          ? { mark: marks++, kind: 'thing', text, within: [] }
          : { text, style: 0, within: [] },
    )
  return {
    element,
    dialect: labelDialect,
    head: [],
    tail: [],
    // A single letter is a bullet.
    items: items.some(item => !isMark(item) && /\p{L}{2}/u.test(item.text)) ? items : [],
    marks: Array.from({ length: marks }, () => []),
    brackets: [],
    styles: [''],
  }
}

export function writeLabel(source: string, element: XmlElement, flow: Flow): string {
  const text = encodeXmlText(flow.map(item => item.text).join('')).replaceAll('"', '&quot;')
  return source.slice(element.start, element.end).replace(value, (_, start: string) => `${start}"${text}"`)
}
