/** Extracts the text of a Word document as flows, and replaces it. */
import type { LanguagePair } from '../../sentence-translator.ts'
import { type Flow, isMark, mergeFlow } from '../flow.ts'
import { scaleFor, scaleLetters } from './fit-pages.ts'
import {
  changesDirection,
  type DirectedElement,
  runPropertiesFor,
  withDirection,
  withLanguage,
} from './language-properties.ts'
import { type PackagePart, readPackage } from './package/read-package.ts'
import { packPart } from './package/write-package.ts'
import type { DocxParagraph } from './paragraph.ts'
import { type DocxTextPart, encodePart, readParts, type WordParts } from './parts.ts'
import { writeLabel } from './read-label.ts'
import { writeItems } from './write-paragraph.ts'
import type { XmlElement } from './xml/parse-xml.ts'
import { writeElement, writeXml } from './xml/write-xml.ts'

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
