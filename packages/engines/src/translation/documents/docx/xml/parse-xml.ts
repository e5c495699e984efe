/** Parses XML into a tree with source offsets, so that untouched parts are preserved byte for byte. */
import { damagedPackage } from '../package/read-package.ts'

export interface XmlElement {
  /** With the standard prefix of its namespace, regardless of the prefix in the file. */
  readonly name: string
  readonly start: number
  /** After its opening tag. */
  readonly openEnd: number
  /** Before its closing tag; after the element if it is self-closing. */
  closeStart: number
  end: number
  readonly children: XmlElement[]
}

export interface XmlTree {
  readonly source: string
  readonly root: XmlElement
  /** The prefixes used in the file, with colon, by standard prefix. */
  readonly prefixes: ReadonlyMap<string, string>
}

const standardPrefixes: Readonly<Record<string, string>> = {
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w:',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w:',
  'http://schemas.openxmlformats.org/drawingml/2006/main': 'a:',
  'http://purl.oclc.org/ooxml/drawingml/main': 'a:',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc:',
  'http://schemas.openxmlformats.org/officeDocument/2006/math': 'm:',
  'http://purl.oclc.org/ooxml/officeDocument/math': 'm:',
  'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing': 'wp:',
}
/** Bounds recursion over hostile input. */
const maxDepth = 1000

export function parseXml(source: string, known: ReadonlyMap<string, string> = new Map()): XmlTree {
  /** Maps prefixes of the file to standard ones. */
  const names = new Map([...known].map(([usual, own]) => [own, usual]))
  const open: XmlElement[] = []
  let root: XmlElement | undefined
  for (let at = skipTo(source, 0); at < source.length; ) {
    const end = tagEnd(source, at)
    const tag = source.slice(at, end)
    if (tag.startsWith('<!DOCTYPE')) throw damagedPackage('declares a document type')
    if (tag.startsWith('</')) closeElement(open, tag, at, end, names)
    else if (!/^<[!?]/.test(tag)) {
      const element = openElement(open, tag, at, end, names)
      if (root !== undefined && open.length === 0) throw damagedPackage('more than one root')
      root ??= element
      if (!tag.endsWith('/>')) open.push(element)
    }
    at = skipTo(source, end)
  }
  if (root === undefined || open.length > 0) throw damagedPackage('markup ends early')
  const prefixes = new Map([...names].map(([own, usual]) => [usual, own]))
  return { source, root, prefixes }
}

function openElement(
  open: readonly XmlElement[],
  tag: string,
  start: number,
  end: number,
  names: Map<string, string>,
): XmlElement {
  if (tag.includes('xmlns')) readNamespaces(tag, names)
  if (open.length > maxDepth) throw damagedPackage('nested too deeply')
  const element = { name: nameOf(tag, 1, names), start, openEnd: end, closeStart: end, end, children: [] }
  open.at(-1)?.children.push(element)
  return element
}

function skipTo(source: string, from: number): number {
  const at = source.indexOf('<', from)
  return at < 0 ? source.length : at
}

function tagEnd(source: string, at: number): number {
  for (const [begin, finish] of [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ] as const)
    if (source.startsWith(begin, at)) return behind(source, finish, at)
  let position = at
  // A quoted attribute value may contain '>'.
  for (;;) {
    const close = source.indexOf('>', position)
    if (close < 0) throw damagedPackage('a tag without an end')
    const quote = nextQuote(source, position, close)
    if (quote < 0) return close + 1
    position = behind(source, source[quote] ?? '"', quote + 1)
  }
}

function nextQuote(source: string, from: number, to: number): number {
  for (let at = from; at < to; at++) if (source[at] === '"' || source[at] === "'") return at
  return -1
}

function behind(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from)
  if (at < 0) throw damagedPackage('markup ends early')
  return at + mark.length
}

function closeElement(
  open: XmlElement[],
  tag: string,
  at: number,
  end: number,
  names: Map<string, string>,
): void {
  const element = open.pop()
  if (element === undefined || element.name !== nameOf(tag, 2, names))
    throw damagedPackage('closes another element')
  element.closeStart = at
  element.end = end
}

function nameOf(tag: string, from: number, names: ReadonlyMap<string, string>): string {
  const name = /^[^\s/>]+/.exec(tag.slice(from))?.[0] ?? ''
  if (name === '') throw damagedPackage('a tag without a name')
  const colon = name.indexOf(':') + 1
  const prefix = name.slice(0, colon)
  return (names.get(prefix) ?? prefix) + name.slice(colon)
}

function readNamespaces(tag: string, names: Map<string, string>): void {
  for (const [, prefix = '', , address = ''] of tag.matchAll(
    /\sxmlns(?::([\w.-]+))?\s*=\s*(["'])(.*?)\2/gs,
  )) {
    const usual = standardPrefixes[address]
    if (usual !== undefined) names.set(prefix === '' ? '' : `${prefix}:`, usual)
  }
}
