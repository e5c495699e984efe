/** The two halves of translating a Word document: its words are taken out, and others are put in. */
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
import type { Paragraph } from './paragraph.ts'
import { encodePart, readParts, type TextPart, type WordParts } from './parts.ts'
import { writeLabel } from './read-label.ts'
import { writeItems } from './write-paragraph.ts'
import type { XmlElement } from './xml/parse-xml.ts'
import { writeElement, writeXml } from './xml/write-xml.ts'

/** One flow for every paragraph with words, in the order of the document. */
export function takeFlows(file: Buffer): Flow[] {
  return withWords(readParts(readPackage(file))).map(({ items }) => items)
}

/** The same file with other words; `flows` are as many as were taken. */
export function putFlows(
  file: Buffer,
  flows: readonly Flow[],
  pair: LanguagePair,
  keepsPages = false,
): PackagePart[] {
  const parts = readPackage(file)
  const word = readParts(parts)
  const paragraphs = withWords(word)
  if (paragraphs.length !== flows.length) throw new Error('Other paragraphs came back than were taken')
  const changed: Map<XmlElement, ChangedParagraph> = new Map()
  for (const [index, paragraph] of paragraphs.entries()) {
    const flow = flows[index] ?? []
    if (!isSameFlow(flow, paragraph.items)) changed.set(paragraph.element, { paragraph, flow })
  }
  const before = paragraphs.map(({ items }) => items)
  const scale = keepsPages ? scaleFor(before, flows) : 1
  const written = new Map<PackagePart, PackagePart>()
  const write = ({ part, encoding }: Omit<TextPart, 'paragraphs'>, markup: string) =>
    written.set(part, packPart(part, encodePart(scaleLetters(markup, scale), encoding)))
  for (const text of word.texts) write(text, writePart(text, changed, pair))
  for (const looks of word.looks) {
    const { source, root } = looks.tree
    write(
      looks,
      writeXml(source, root, element => looksFor(looks.tree, element, pair)),
    )
  }
  return parts.map(part => written.get(part) ?? part)
}

function withWords({ texts }: WordParts): Paragraph[] {
  return texts
    .flatMap(({ paragraphs }) => paragraphs)
    .filter(({ items }) => items.some(item => !isMark(item) && /\p{L}/u.test(item.text)))
}

interface ChangedParagraph {
  readonly paragraph: Paragraph
  readonly flow: Flow
}

type Changed = ReadonlyMap<XmlElement, ChangedParagraph>

/** Names and foreign words often stay; such a paragraph keeps every byte. */
function isSameFlow(one: Flow, other: Flow): boolean {
  return JSON.stringify(mergeFlow(one)) === JSON.stringify(mergeFlow(other))
}

function writePart({ tree }: TextPart, changed: Changed, pair: LanguagePair): string {
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
    // Word would put the old words back from where they are bound to.
    if (element.name === 'w:dataBinding') return ''
    if (!changesDirection(pair) || !isDirected(element.name)) return undefined
    return withDirection(source.slice(element.start, element.end), element.name, pair, prefixes)
  }
  function writeChanged(element: XmlElement, paragraph: Paragraph, flow: Flow): string {
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

/** Styles and settings: their language, and the twins that other scripts need. */
function looksFor(
  { source, prefixes }: TextPart['tree'],
  element: XmlElement,
  pair: LanguagePair,
): string | undefined {
  const markup = () => source.slice(element.start, element.end)
  if (element.name === 'w:lang' || element.name === 'w:themeFontLang') return withLanguage(markup(), pair.to)
  if (element.name === 'w:rPr') return runPropertiesFor(markup(), pair, prefixes) || undefined
  // Paragraphs get their direction themselves; a style that says right to left must not.
  if (element.name === 'w:pPr' && pair.from === 'ar') return withDirection(markup(), 'w:pPr', pair, prefixes)
  return undefined
}
