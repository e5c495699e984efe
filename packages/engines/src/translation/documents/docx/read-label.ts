/** Words in front of numbered paragraphs ("Chapter %1"): an attribute, read and written as if it were a paragraph. */
import { type Flow, type FlowItem, isMark } from '../flow.ts'
import { labelDialect, type Paragraph } from './paragraph.ts'
import type { XmlElement } from './xml/parse-xml.ts'
import { decodeXmlText, encodeXmlText } from './xml/xml-text.ts'

const value = /(\s(?:[\w.-]+:)?val\s*=\s*)(?:"([^"]*)"|'([^']*)')/

/** Numbers keep their places as things do. */
export function readLabel(source: string, element: XmlElement): Paragraph {
  const found = value.exec(source.slice(element.start, element.openEnd))
  let marks = 0
  const items = decodeXmlText(found?.[2] ?? found?.[3] ?? '')
    .split(/(%\d)/)
    .filter(piece => piece !== '')
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
    // Letters count as bullets, too.
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
