/** Extracts the text of a Word document as flows, and replaces it. */

import { elementAt } from '../../../element-at.ts'
import type { LanguagePair } from '../../sentence-translator.ts'
import { type Flow, type FlowItem, isMark, mergeFlow, type TextItem } from '../flow.ts'
import {
  changesDirection,
  type DirectedElement,
  runPropertiesFor,
  withDirection,
  withLanguage,
} from './language-properties.ts'
import { type PackagePart, readPackage } from './package/read-package.ts'
import { packPart } from './package/write-package.ts'
import type { Bracket, Carried, DocxParagraph } from './paragraph.ts'
import { type DocxTextPart, encodePart, readParts, type WordParts } from './parts.ts'
import { writeLabel } from './read-label.ts'
import type { XmlElement } from './xml/parse-xml.ts'
import { encodeXmlText } from './xml/xml-text.ts'

/** One flow per paragraph with text, in document order. */
export function extractFlows(file: Buffer): Flow[] {
  return withWords(readParts(readPackage(file))).map(({ items }) => items)
}

/** The same file with other text; `flows` must match those extracted. */
export function replaceFlows(
  file: Buffer,
  flows: readonly Flow[],
  pair: LanguagePair,
  keepsPages = false,
): PackagePart[] {
  const parts = readPackage(file)
  const word = readParts(parts)
  const paragraphs = withWords(word)
  if (paragraphs.length !== flows.length) throw new Error('The number of paragraphs changed')
  const changed: Map<XmlElement, ChangedParagraph> = new Map()
  for (const [index, paragraph] of paragraphs.entries()) {
    const flow = flows[index] ?? []
    if (!isSameFlow(flow, paragraph.items)) changed.set(paragraph.element, { paragraph, flow })
  }
  const before = paragraphs.map(({ items }) => items)
  const scale = keepsPages ? scaleFor(before, flows) : 1
  const written = new Map<PackagePart, PackagePart>()
  const write = ({ part, encoding }: Omit<DocxTextPart, 'paragraphs'>, markup: string) =>
    written.set(part, packPart(part, encodePart(scaleLetters(markup, scale), encoding)))
  for (const text of word.texts) write(text, writePart(text, changed, pair))
  for (const styles of word.styles) {
    const { source, root } = styles.tree
    write(
      styles,
      writeXml(source, root, element => translateStyles(styles.tree, element, pair)),
    )
  }
  return parts.map(part => written.get(part) ?? part)
}

function withWords({ texts }: WordParts): DocxParagraph[] {
  return texts
    .flatMap(({ paragraphs }) => paragraphs)
    .filter(({ items }) => items.some(item => !isMark(item) && /\p{L}/u.test(item.text)))
}

interface ChangedParagraph {
  readonly paragraph: DocxParagraph
  readonly flow: Flow
}

type Changed = ReadonlyMap<XmlElement, ChangedParagraph>

/** An unchanged paragraph, such as a name, keeps every byte. */
function isSameFlow(one: Flow, other: Flow): boolean {
  return JSON.stringify(mergeFlow(one)) === JSON.stringify(mergeFlow(other))
}

function writePart({ tree }: DocxTextPart, changed: Changed, pair: LanguagePair): string {
  const { source, prefixes } = tree
  const writer = {
    prefixes,
    write: (element: XmlElement): string => writeElement(source, element, replace),
    runProperties: (properties: string, text: string) => runPropertiesFor(properties, pair, prefixes, text),
  }
  function replace(element: XmlElement): string | undefined {
    const change = changed.get(element)
    if (change && element.name === 'w:lvlText') return writeLabel(source, element, change.flow)
    if (change) return writeChanged(element, change.paragraph, change.flow)
    // Word would restore the original text from its data binding.
    if (element.name === 'w:dataBinding') return ''
    if (!changesDirection(pair) || !isDirected(element.name)) return undefined
    return withDirection(source.slice(element.start, element.end), element.name, pair, prefixes)
  }
  function writeChanged(element: XmlElement, paragraph: DocxParagraph, flow: Flow): string {
    const open = source.slice(element.start, element.openEnd)
    const close = source.slice(element.closeStart, element.end)
    const head = paragraph.head.map(each => writer.write(each)).join('')
    const directed = element.name === 'w:p' && head === '' ? withDirection('', 'w:pPr', pair, prefixes) : head
    const tail = paragraph.tail.map(each => writer.write(each)).join('')
    return open + directed + writeItems(paragraph, flow, writer) + tail + close
  }
  return writeXml(source, tree.root, replace)
}

function isDirected(name: string): name is DirectedElement {
  return name === 'w:pPr' || name === 'w:tblPr' || name === 'w:sectPr'
}

/** Updates styles and settings: language and complex-script twins. */
function translateStyles(
  { source, prefixes }: DocxTextPart['tree'],
  element: XmlElement,
  pair: LanguagePair,
): string | undefined {
  const markup = () => source.slice(element.start, element.end)
  if (element.name === 'w:lang' || element.name === 'w:themeFontLang') return withLanguage(markup(), pair.to)
  if (element.name === 'w:rPr') return runPropertiesFor(markup(), pair, prefixes) || undefined
  // Paragraphs get their own direction; a right-to-left style must not override it.
  if (element.name === 'w:pPr' && pair.from === 'ar') return withDirection(markup(), 'w:pPr', pair, prefixes)
  return undefined
}

/** Undefined keeps the element and visits its children. */
type Replace = (element: XmlElement) => string | undefined

/** Serializes a tree: replaced elements are rewritten, everything else is copied. */
function writeElement(source: string, element: XmlElement, replace: Replace): string {
  const parts: string[] = []
  writeInto(parts, source, element, replace)
  return parts.join('')
}

/** The whole file, including content before and after the root. */
export function writeXml(source: string, root: XmlElement, replace: Replace): string {
  return source.slice(0, root.start) + writeElement(source, root, replace) + source.slice(root.end)
}

function writeInto(parts: string[], source: string, element: XmlElement, replace: Replace): void {
  const replaced = replace(element)
  if (replaced !== undefined) {
    parts.push(replaced)
    return
  }
  let at = element.start
  for (const child of element.children) {
    parts.push(source.slice(at, child.start))
    writeInto(parts, source, child, replace)
    at = child.end
  }
  parts.push(source.slice(at, element.end))
}

/** Lower limit for legibility. */
const minScale = 0.8
/** Smaller growth fits into the ends of lines. */
const minGrowth = 1.03

/** Text area grows with the square of the font size, so the scale is the inverse square root of the growth. */
export function scaleFor(before: readonly Flow[], after: readonly Flow[]): number {
  const growth = widthOf(after) / Math.max(1, widthOf(before))
  return growth < minGrowth ? 1 : Math.max(minScale, growth ** -0.5)
}

/** East Asian letters are about twice as wide. */
function widthOf(flows: readonly Flow[]): number {
  const text = flows.flatMap(flow => flow.map(item => item.text)).join('')
  const wide =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0
  return text.length + wide
}

/** Scales font sizes and fixed line heights; the patterns match documents written by the PDF engine. */
export function scaleLetters(markup: string, scale: number): string {
  if (scale === 1) return markup
  const scaled = (value: string) => Math.max(1, Math.round(Number(value) * scale))
  return markup
    .replace(/(<w:sz(?:Cs)? w:val=")(\d+)/g, (_, start: string, value: string) => start + scaled(value))
    .replace(/<w:spacing\b[^<>]*>/g, spacing =>
      /w:lineRule="(?:exact|atLeast)"/.test(spacing)
        ? spacing.replace(/( w:line=")(\d+)/, (_, start: string, value: string) => start + scaled(value))
        : spacing,
    )
}

interface ParagraphWriter {
  /** The prefixes used in the file, by standard prefix. */
  readonly prefixes: ReadonlyMap<string, string>
  /** Writes a carried-over element with nested changes. */
  readonly write: (element: XmlElement) => string
  /** Run properties adapted to the target language. */
  readonly runProperties: (properties: string, text: string) => string
}

/** Writes a paragraph with other text. */
function writeItems(paragraph: DocxParagraph, items: readonly FlowItem[], writer: ParagraphWriter): string {
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
