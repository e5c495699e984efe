/** Writes a paragraph with other text. */

import { elementAt } from '../../../element-at.ts'
import { type FlowItem, isMark, type TextItem } from '../flow.ts'
import type { Bracket, Carried, DocxParagraph } from './paragraph.ts'
import type { XmlElement } from './xml/parse-xml.ts'
import { encodeXmlText } from './xml/xml-text.ts'

export interface ParagraphWriter {
  /** The prefixes used in the file, by standard prefix. */
  readonly prefixes: ReadonlyMap<string, string>
  /** Writes a carried-over element with nested changes. */
  readonly write: (element: XmlElement) => string
  /** Run properties adapted to the target language. */
  readonly runProperties: (properties: string, text: string) => string
}

export function writeItems(
  paragraph: DocxParagraph,
  items: readonly FlowItem[],
  writer: ParagraphWriter,
): string {
  checkMarks(paragraph, items)
  const { brackets, marks } = paragraph
  const parts: string[] = []
  let within: readonly number[] = []
  const moveTo = (position: readonly number[]) => {
    const shared = sharedLength(within, position)
    for (const id of within.slice(shared).reverse())
      parts.push(side(elementAt(brackets, id).close, paragraph, writer))
    for (const id of position.slice(shared)) parts.push(side(elementAt(brackets, id).open, paragraph, writer))
    within = position
  }
  for (const item of items) {
    moveTo(item.within)
    if (isMark(item)) parts.push(writeCarried(marks[item.mark] ?? [], paragraph, writer))
    else parts.push(writeText(item, paragraph, writer))
  }
  moveTo([])
  return parts.join('')
}

/** Flows come from another process: a lost or duplicated mark would corrupt the document. */
function checkMarks({ marks }: DocxParagraph, items: readonly FlowItem[]): void {
  const seen = items.filter(isMark).map(({ mark }) => mark)
  if (seen.length !== marks.length || new Set(seen).size !== marks.length)
    throw new Error('A mark of a paragraph was lost or duplicated')
}

function sharedLength(one: readonly number[], other: readonly number[]): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

function side(part: Bracket['open'], paragraph: DocxParagraph, writer: ParagraphWriter): string {
  return typeof part === 'string' ? part : writeCarried(part, paragraph, writer)
}

function writeCarried(
  carried: readonly Carried[],
  { dialect }: DocxParagraph,
  writer: ParagraphWriter,
): string {
  const run = ownName(dialect.run, writer)
  return carried
    .map(({ element, runProperties }) => {
      const markup = writer.write(element)
      return runProperties === undefined ? markup : `<${run}>${runProperties}${markup}</${run}>`
    })
    .join('')
}

function writeText(item: TextItem, { dialect, styles }: DocxParagraph, writer: ParagraphWriter): string {
  const run = ownName(dialect.run, writer)
  const text = ownName(dialect.text, writer)
  const isWord = dialect.run === 'w:r'
  const hyphen = `<${ownName('w:noBreakHyphen', writer)}/>`
  const parts = isWord ? item.text.split('\u2011') : [item.text]
  const markup = parts
    .map(segment => {
      if (segment === '') return ''
      const keepsSpaces = isWord && /^\s|\s$|\s\s/.test(segment) ? ' xml:space="preserve"' : ''
      return `<${text}${keepsSpaces}>${encodeXmlText(segment)}</${text}>`
    })
    .join(hyphen)
  return `<${run}>${writer.runProperties(elementAt(styles, item.style), item.text)}${markup}</${run}>`
}

function ownName(name: string, { prefixes }: ParagraphWriter): string {
  const colon = name.indexOf(':') + 1
  return (prefixes.get(name.slice(0, colon)) ?? name.slice(0, colon)) + name.slice(colon)
}
