/** Puts a paragraph together again around other words. */
import { type FlowItem, isMark, type TextItem } from '../flow.ts'
import type { Bracket, Carried, Paragraph } from './paragraph.ts'
import type { XmlElement } from './xml/parse-xml.ts'
import { encodeXmlText } from './xml/xml-text.ts'

export interface ParagraphWriter {
  /** The file's own prefixes, by the usual ones. */
  readonly prefixes: ReadonlyMap<string, string>
  /** An element that is carried over, with what changed inside it. */
  readonly write: (element: XmlElement) => string
  /** Properties of a run, fit for words of the new language. */
  readonly runProperties: (properties: string, text: string) => string
}

export function writeItems(
  paragraph: Paragraph,
  items: readonly FlowItem[],
  writer: ParagraphWriter,
): string {
  checkMarks(paragraph, items)
  const { brackets, marks } = paragraph
  const pieces: string[] = []
  let within: readonly number[] = []
  const moveTo = (place: readonly number[]) => {
    const shared = sharedLength(within, place)
    for (const id of within.slice(shared).reverse())
      pieces.push(side(brackets[id]?.close ?? '', paragraph, writer))
    for (const id of place.slice(shared)) pieces.push(side(brackets[id]?.open ?? '', paragraph, writer))
    within = place
  }
  for (const item of items) {
    moveTo(item.within)
    if (isMark(item)) pieces.push(writeCarried(marks[item.mark] ?? [], paragraph, writer))
    else pieces.push(writeText(item, paragraph, writer))
  }
  moveTo([])
  return pieces.join('')
}

/** The words come back from outside; a note that was lost or doubled on the way must not reach a document. */
function checkMarks({ marks }: Paragraph, items: readonly FlowItem[]): void {
  const seen = items.filter(isMark).map(({ mark }) => mark)
  if (seen.length !== marks.length || new Set(seen).size !== marks.length)
    throw new Error('A mark of a paragraph was lost or doubled')
}

function sharedLength(one: readonly number[], other: readonly number[]): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

function side(part: Bracket['open'], paragraph: Paragraph, writer: ParagraphWriter): string {
  return typeof part === 'string' ? part : writeCarried(part, paragraph, writer)
}

function writeCarried(carried: readonly Carried[], { dialect }: Paragraph, writer: ParagraphWriter): string {
  const run = ownName(dialect.run, writer)
  return carried
    .map(({ element, runProperties }) => {
      const markup = writer.write(element)
      return runProperties === undefined ? markup : `<${run}>${runProperties}${markup}</${run}>`
    })
    .join('')
}

function writeText(item: TextItem, { dialect, styles }: Paragraph, writer: ParagraphWriter): string {
  const run = ownName(dialect.run, writer)
  const text = ownName(dialect.text, writer)
  const isWord = dialect.run === 'w:r'
  const hyphen = `<${ownName('w:noBreakHyphen', writer)}/>`
  const pieces = isWord ? item.text.split('\u2011') : [item.text]
  const markup = pieces
    .map(piece => {
      if (piece === '') return ''
      const keepsSpaces = isWord && /^\s|\s$|\s\s/.test(piece) ? ' xml:space="preserve"' : ''
      return `<${text}${keepsSpaces}>${encodeXmlText(piece)}</${text}>`
    })
    .join(hyphen)
  return `<${run}>${writer.runProperties(styles[item.style] ?? '', item.text)}${markup}</${run}>`
}

function ownName(name: string, { prefixes }: ParagraphWriter): string {
  const colon = name.indexOf(':') + 1
  return (prefixes.get(name.slice(0, colon)) ?? name.slice(0, colon)) + name.slice(colon)
}
