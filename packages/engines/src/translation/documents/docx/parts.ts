/** Finds the parts of a Word document that contain text or styles. */

import { JobFailure } from '../../../process/helper-program.ts'
import { damagedPackage, type PackagePart, unpack } from './package/read-package.ts'
import type { Dialect, DocxParagraph } from './paragraph.ts'
import { dialects } from './paragraph.ts'
import { readLabel } from './read-label.ts'
import { readParagraph } from './read-paragraph.ts'
import { parseXml, type XmlElement, type XmlTree } from './xml/parse-xml.ts'

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
  for (const [override] of markup.matchAll(/<(?:\w+:)?Override\b[^>]*>/g)) {
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
