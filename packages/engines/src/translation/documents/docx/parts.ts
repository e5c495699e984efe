/** Finds the parts of a Word document that contain text or styles. */

import { JobFailure } from '../../../process/job-failure.ts'
import type { FlowItem, MarkKind } from '../flow.ts'
import { type Atom, type FieldPart, isTextField } from './atom.ts'
import { collapseFields } from './collapse-fields.ts'
import { damagedPackage, type PackagePart, unpack } from './package/read-package.ts'
import type { Bracket, Carried, Dialect, DocxParagraph } from './paragraph.ts'
import { dialects } from './paragraph.ts'
import { readLabel } from './read-label.ts'
import { parseXml, type XmlElement, type XmlTree } from './xml/parse-xml.ts'
import { decodeXmlText } from './xml/xml-text.ts'

export interface DocxTextPart {
  readonly part: PackagePart
  readonly tree: XmlTree
  readonly encoding: PartEncoding
  /** In document order; those in a text box follow the paragraph that contains it. */
  readonly paragraphs: readonly DocxParagraph[]
}

/** Thousands of pages; a larger tree would exceed the memory of a helper. */
const maxXmlBytes = 96 * 1024 * 1024
const textTypes =
  /wordprocessingml\.(?:document\.main|template\.main|header|footer|footnotes|endnotes|comments|numbering)\+xml|ms-word\.(?:document|template)\.macroEnabled\.main\+xml|drawingml\.chart\+xml|drawingml\.diagramData\+xml|ms-office\.drawingml\.diagramDrawing\+xml/
const styleTypes = /wordprocessingml\.(?:styles|settings|stylesWithEffects)\+xml/

export interface WordParts {
  readonly texts: readonly DocxTextPart[]
  readonly styles: readonly Omit<DocxTextPart, 'paragraphs'>[]
}

export function readParts(parts: readonly PackagePart[]): WordParts {
  const types = contentTypes(parts)
  const wanted = (pattern: RegExp) => parts.filter(({ name }) => pattern.test(types.get(name) ?? ''))
  const texts = wanted(textTypes)
  const styles = wanted(styleTypes)
  if (!texts.some(({ name }) => /\.main\+xml/.test(types.get(name) ?? '')))
    throw damagedPackage('no text in the package')
  const bytes = [...texts, ...styles].reduce((sum, part) => sum + part.bytes, 0)
  if (bytes > maxXmlBytes) throw new JobFailure('needs-too-much-memory')
  return {
    texts: texts.map(part => {
      const { tree, encoding } = readTree(part)
      return { part, tree, encoding, paragraphs: findParagraphs(tree) }
    }),
    styles: styles.map(part => ({ part, ...readTree(part) })),
  }
}

/** By part name. Old writers do not declare the main part. */
function contentTypes(parts: readonly PackagePart[]): Map<string, string> {
  const part = parts.find(({ name }) => name === '[Content_Types].xml')
  if (part === undefined) throw damagedPackage('no content types')
  if (part.bytes > 4 * 1024 * 1024) throw new JobFailure('needs-too-much-memory')
  const types = new Map<string, string>()
  const markup = decodePart(unpack(part)).text
  for (const [override] of markup.matchAll(/<(?:\w+:)?Override\b[^<>]*>/g)) {
    const name = /PartName\s*=\s*["']\/?([^"']+)["']/.exec(override)?.[1]
    const type = /ContentType\s*=\s*["']([^"']+)["']/.exec(override)?.[1]
    if (name && type) types.set(decodeURIComponent(name), type)
  }
  const hasMain = [...types.values()].some(type => /\.main\+xml/.test(type))
  if (!hasMain && parts.some(({ name }) => name === 'word/document.xml'))
    types.set(
      'word/document.xml',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
    )
  return types
}

export interface PartEncoding {
  readonly name: 'utf-8' | 'utf-16le' | 'utf-16be'
  readonly hasMark: boolean
}

function readTree(part: PackagePart): { tree: XmlTree; encoding: PartEncoding } {
  const { text, encoding } = decodePart(unpack(part))
  return { tree: parseXml(text), encoding }
}

function decodePart(bytes: Buffer): { text: string; encoding: PartEncoding } {
  const encoding = encodingOf(bytes)
  try {
    return { text: new TextDecoder(encoding.name, { fatal: true }).decode(bytes), encoding }
  } catch (error) {
    throw new JobFailure('file-damaged', {}, { cause: error })
  }
}

function encodingOf(bytes: Buffer): PartEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { name: 'utf-16le', hasMark: true }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { name: 'utf-16be', hasMark: true }
  return { name: 'utf-8', hasMark: bytes[0] === 0xef && bytes[1] === 0xbb }
}

export function encodePart(text: string, { name, hasMark }: PartEncoding): Buffer {
  const marked = hasMark ? `\ufeff${text}` : text
  if (name === 'utf-8') return Buffer.from(marked)
  const wide = Buffer.from(marked, 'utf16le')
  return name === 'utf-16le' ? wide : wide.swap16()
}

function findParagraphs({ source, root }: XmlTree): DocxParagraph[] {
  const found: DocxParagraph[] = []
  const visit = (element: XmlElement) => {
    const dialect: Dialect | undefined = dialects.find(({ paragraph }) => paragraph === element.name)
    if (element.name === 'w:lvlText') found.push(readLabel(source, element))
    if (dialect && element.openEnd < element.end) found.push(readParagraph(source, element, dialect))
    element.children.forEach(visit)
  }
  visit(root)
  return found
}

/** Proofing marks and rendered page breaks, which are meaningless after translation. */
const dropped = new Set(['w:proofErr', 'w:lastRenderedPageBreak', 'w:softHyphen'])
const brackets = new Set([
  'w:hyperlink',
  'w:ins',
  'w:moveTo',
  'w:smartTag',
  'w:customXml',
  'w:sdt',
  'w:bdo',
  'w:dir',
  'w:fldSimple',
])
const openings = new Set([
  'w:bookmarkStart',
  'w:commentRangeStart',
  'w:permStart',
  'w:moveToRangeStart',
  'w:moveFromRangeStart',
])
const things = new Set(['w:sym', 'm:oMath', 'm:oMathPara', 'w:pgNum', 'a:fld'])
const images = new Set(['w:drawing', 'w:pict', 'w:object', 'mc:AlternateContent'])
const fieldParts: Readonly<Record<string, FieldPart>> = { begin: 'begin', separate: 'separate', end: 'end' }

/** Parses a paragraph into styled text and carried-over elements. */
function readParagraph(source: string, element: XmlElement, dialect: Dialect): DocxParagraph {
  const atoms: Atom[] = []
  const found: Bracket[] = []
  const styles: string[] = []
  const styleKeys = new Map<string, number>()

  function styleOf(properties: string): number {
    const key = styleKey(properties)
    const known = styleKeys.get(key)
    if (known !== undefined) return known
    styleKeys.set(key, styles.length)
    styles.push(properties)
    return styles.length - 1
  }

  function carry(child: XmlElement, kind: MarkKind, within: readonly number[], properties?: string): void {
    const carried = [{ element: child, ...(properties === undefined ? {} : { runProperties: properties }) }]
    const text = kind === 'thing' ? shownText(source, child) : ''
    atoms.push({ carried, kind, text, within, ...fieldOf(source, child) })
  }

  function readRun(run: XmlElement, within: readonly number[]): void {
    const own = run.children.find(({ name }) => name === dialect.runProperties)
    const properties = own ? source.slice(own.start, own.end) : ''
    for (const child of run.children) {
      if (child === own || dropped.has(child.name)) continue
      const text = runText(source, child, dialect)
      if (child.name === 'w:ruby') readBase(child, within)
      else if (text !== undefined) {
        const origin = { element: child, runProperties: properties }
        atoms.push({ text, style: styleOf(properties), within, origin })
      } else carry(child, kindInRun(source, child), within, properties)
    }
  }

  /** Drops ruby annotations, which belong to the source language, and keeps the base text. */
  function readBase(ruby: XmlElement, within: readonly number[]): void {
    const base = ruby.children.find(({ name }) => name === 'w:rubyBase')
    for (const run of base?.children ?? []) if (run.name === dialect.run) readRun(run, within)
  }

  function readBracket(child: XmlElement, within: readonly number[]): void {
    const content =
      child.name === 'w:sdt' ? child.children.find(({ name }) => name === 'w:sdtContent') : child
    if (content === undefined || content.openEnd === content.end) {
      carry(child, 'point', within)
      return
    }
    const properties = content === child ? ownProperties(child) : []
    found.push({
      open: source
        .slice(child.start, properties.at(-1)?.end ?? content.openEnd)
        .replace(/<w:dataBinding\b[^<>]*\/>/, ''),
      close: source.slice(content.closeStart, child.end),
    })
    readChildren(
      content.children.filter(each => !properties.includes(each)),
      [...within, found.length - 1],
    )
  }

  function readChildren(children: readonly XmlElement[], within: readonly number[]): void {
    for (const child of children) {
      if (dropped.has(child.name)) continue
      if (child.name === dialect.run) readRun(child, within)
      else if (child.name === 'w:fldSimple' && !isTextField(attribute(source, child, 'w:instr') ?? ''))
        carry(child, 'thing', within)
      else if (brackets.has(child.name)) readBracket(child, within)
      else carry(child, kindBesideRuns(child), within)
    }
  }

  const head = element.children.filter(({ name }) => dialect.head.includes(name))
  const tail = element.children.filter(({ name }) => dialect.tail.includes(name))
  readChildren(
    element.children.filter(child => !head.includes(child) && !tail.includes(child)),
    [],
  )
  const marks: (readonly Carried[])[] = []
  const items = collapseFields(atoms, found).map((atom): FlowItem => {
    if (!('carried' in atom)) return { text: atom.text, style: atom.style, within: atom.within }
    marks.push(atom.carried)
    return { mark: marks.length - 1, kind: atom.kind, text: atom.text, within: atom.within }
  })
  return { element, dialect, head, tail, items, marks, brackets: found, styles }
}

function attribute(source: string, { start, openEnd }: XmlElement, name: string): string | undefined {
  const local = name.slice(name.indexOf(':') + 1)
  const match = new RegExp(`\\s(?:[\\w.-]+:)?${local}\\s*=\\s*(["'])(.*?)\\1`, 's').exec(
    source.slice(start, openEnd),
  )
  return match?.[2] === undefined ? undefined : decodeXmlText(match[2])
}

function ownProperties({ children }: XmlElement): XmlElement[] {
  return children.filter(({ name }) => /^w:(?:smartTagPr|customXmlPr|fldData)$/.test(name))
}

function runText(source: string, child: XmlElement, dialect: Dialect): string | undefined {
  if (child.name === 'w:noBreakHyphen') return '\u2011'
  if (child.name !== dialect.text) return undefined
  return decodeXmlText(source.slice(child.openEnd, child.closeStart))
}

function kindInRun(source: string, child: XmlElement): MarkKind {
  if (child.name === 'w:tab' || child.name === 'w:ptab') return 'split'
  if (child.name === 'w:cr') return 'line'
  if (child.name === 'w:br')
    return /page|column/.test(attribute(source, child, 'w:type') ?? '') ? 'split' : 'line'
  if (things.has(child.name)) return 'thing'
  if (!images.has(child.name)) return 'point'
  const markup = source.slice(child.start, child.end)
  return /<wp:anchor\b|position:\s*absolute/.test(markup) ? 'point' : 'thing'
}

function kindBesideRuns({ name }: XmlElement): MarkKind {
  if (things.has(name)) return 'thing'
  if (name === 'a:br') return 'line'
  return openings.has(name) ? 'opening' : 'point'
}

/** Displayed text of a field or date. Formulas and images display no text. */
function shownText(source: string, element: XmlElement): string {
  if (element.name !== 'w:fldSimple' && element.name !== 'a:fld') return ''
  const texts: string[] = []
  const visit = (each: XmlElement) => {
    if (each.name === 'w:t' || each.name === 'a:t')
      texts.push(decodeXmlText(source.slice(each.openEnd, each.closeStart)))
    each.children.forEach(visit)
  }
  visit(element)
  return texts.join('')
}

function fieldOf(source: string, child: XmlElement): { field?: FieldPart; code?: string } {
  if (child.name === 'w:instrText' || child.name === 'w:delInstrText')
    return { code: decodeXmlText(source.slice(child.openEnd, child.closeStart)) }
  const part =
    child.name === 'w:fldChar' ? fieldParts[attribute(source, child, 'w:fldCharType') ?? ''] : undefined
  return part === undefined ? {} : { field: part }
}

/** Ignores attributes that do not affect the appearance, because Word splits words at such differences. */
function styleKey(properties: string): string {
  const inner = properties
    .replace(/<(?:\w+:)?(?:lang|noProof)\b[^<>]*\/>/g, '')
    .replace(/<(?:\w+:)?rFonts\s+(?:\w+:)?hint="\w*"\s*\/>/g, '')
    .replace(/\s(?:\w+:)?(?:id|date|author)="[^"]*"/g, '')
    .replace(/\s(?:lang|altLang|dirty|err|smtClean)="[^"]*"/g, '')
  return /^<[^<>]*(?:\/>|><\/[^<>]*>)$/.test(inner) && !/=/.test(inner) ? '' : inner
}
