/** The text of a MOBI book: one HTML text in which links are byte positions and images are numbers. */
import { escapeAttribute, escapeText } from '../../../libreoffice/sanitize/html/sanitize-html.ts'
import {
  type Book,
  type BookElement,
  type BookNode,
  isElement,
  type TocEntry,
  textOfNode,
} from '../../model/book.ts'
import { type BookLinks, createLinks } from '../anchors.ts'

export interface PlacedEntry {
  readonly title: string
  /** Of a byte in the text. */
  readonly position: number
  readonly children: readonly PlacedEntry[]
}

export interface MobiText {
  readonly bytes: Buffer
  /** Position at which the first section starts. */
  readonly start: number
  readonly contents: readonly PlacedEntry[]
  /** Names of the images in the order of their numbers, from 1. */
  readonly images: readonly string[]
}

const pageBreak = '<mbp:pagebreak/>'
const contentsPlace = 'contents'

export function writeMobiText(book: Book): MobiText {
  const links = createLinks(book)
  const images = new Map<string, number>()
  const numberOf = (name: string) => {
    const number = images.get(name) ?? images.size + 1
    images.set(name, number)
    return number
  }
  if (book.cover !== undefined) numberOf(book.cover)
  const text = createPositionedText()
  const context: TextContext = {
    text,
    section: '',
    place: link => placeOf(links, link),
    image: source => {
      const name = source.slice('image:'.length)
      return book.images.has(name) ? numberOf(name) : undefined
    },
  }
  const first = book.sections[0]?.id ?? ''
  const hasContents = listedTitles(book.toc) > 1
  text.write('<html><head><guide>')
  if (hasContents) writeReference(text, { type: 'toc', title: 'Table of Contents', place: contentsPlace })
  writeReference(text, { type: 'text', title: 'Start', place: sectionPlace(first) })
  text.write('</guide></head><body>')
  for (const [index, { id, nodes }] of book.sections.entries()) {
    if (index > 0) text.write(pageBreak)
    text.mark(sectionPlace(id))
    writeNodes(nodes, { ...context, section: id })
  }
  if (hasContents) {
    text.write(pageBreak)
    text.mark(contentsPlace)
    text.write(`<h2>${escapeText(book.metadata.title)}</h2>`)
    writeContents(book.toc, context)
  }
  text.write('</body></html>')
  return {
    bytes: text.bytes(),
    start: text.positionOf(sectionPlace(first)) ?? 0,
    contents: placedEntries(book.toc, target => {
      const place = placeOf(links, target)
      return place === undefined ? undefined : text.positionOf(place)
    }),
    images: [...images.keys()],
  }
}

interface PositionedText {
  write(part: string): void
  /** Names the current position; the first one counts. */
  mark(place: string): void
  /** The position of a place, which may come later in the text. */
  writePosition(place: string): void
  positionOf(place: string): number | undefined
  bytes(): Buffer
}

function createPositionedText(): PositionedText {
  const parts: string[] = []
  const positions = new Map<string, number>()
  const references: { readonly part: number; readonly place: string }[] = []
  let length = 0
  const digits = (position: number) => String(position).padStart(10, '0')
  const write = (part: string) => {
    parts.push(part)
    length += Buffer.byteLength(part)
  }
  return {
    write,
    mark(place) {
      if (!positions.has(place)) positions.set(place, length)
    },
    writePosition(place) {
      references.push({ part: parts.length, place })
      write(digits(0))
    },
    positionOf: place => positions.get(place),
    bytes() {
      for (const { part, place } of references) parts[part] = digits(positions.get(place) ?? 0)
      return Buffer.from(parts.join(''))
    },
  }
}

function sectionPlace(id: string): string {
  return `section:${id}`
}

function anchorPlace(section: string, anchor: string): string {
  return `${sectionPlace(section)}#${anchor}`
}

function placeOf(links: BookLinks, link: string): string | undefined {
  const found = links.find(link)
  if (found === undefined) return undefined
  return found.anchor === undefined ? sectionPlace(found.section) : anchorPlace(found.section, found.anchor)
}

function writeReference(
  text: PositionedText,
  { type, title, place }: { readonly type: string; readonly title: string; readonly place: string },
): void {
  text.write(`<reference type="${type}" title="${title}" filepos=`)
  text.writePosition(place)
  text.write(' />')
}

function listedTitles(toc: readonly TocEntry[]): number {
  return toc.reduce((sum, { children }) => sum + 1 + listedTitles(children), 0)
}

function writeContents(entries: readonly TocEntry[], context: TextContext): void {
  if (entries.length === 0) return
  context.text.write('<ul>')
  for (const { title, target, children } of entries) {
    context.text.write('<li>')
    writeLink(context.place(target), context, () => context.text.write(escapeText(title)))
    writeContents(children, context)
    context.text.write('</li>')
  }
  context.text.write('</ul>')
}

/** Entries without a target are left out; what is below them moves up. */
function placedEntries(
  entries: readonly TocEntry[],
  positionOf: (target: string) => number | undefined,
): PlacedEntry[] {
  return entries.flatMap(({ title, target, children }) => {
    const position = positionOf(target)
    const below = placedEntries(children, positionOf)
    return position === undefined ? below : [{ title, position, children: below }]
  })
}

interface TextContext {
  readonly text: PositionedText
  /** Id of the current section. */
  readonly section: string
  readonly place: (link: string) => string | undefined
  readonly image: (source: string) => number | undefined
}

/** Elements of the format, and what others become; the content of those that are not listed stays. */
const elementNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption tr th td blockquote pre b i u s em strong small sub sup code cite dfn var'
      .split(' ')
      .map(name => [name, name]),
  ),
  section: 'div',
  aside: 'div',
  figure: 'div',
  figcaption: 'div',
  del: 's',
  ins: 'u',
  kbd: 'code',
  samp: 'code',
  mark: 'b',
}

const keptAttributes = new Set(['colspan', 'rowspan', 'start', 'type', 'value'])

function writeNodes(nodes: readonly BookNode[], context: TextContext): void {
  for (const node of nodes)
    if (isElement(node)) writeElement(node, context)
    else context.text.write(escapeText(node))
}

function writeElement(element: BookElement, context: TextContext): void {
  const { name, attributes, children } = element
  const { text } = context
  if (attributes.id !== undefined) text.mark(anchorPlace(context.section, attributes.id))
  const tag = elementNames[name]
  if (name === 'br' || name === 'hr') text.write(`<${name}/>`)
  else if (name === 'img') writeImage(element, context)
  else if (name === 'math') text.write(escapeText(textOfNode(element)))
  else if (name === 'q') surround(text, ['“', '”'], () => writeNodes(children, context))
  // Readings of characters follow them in parentheses.
  else if (name === 'rt') surround(text, ['(', ')'], () => writeNodes(children, context))
  else if (name === 'rp') return
  else if (name === 'a') {
    const { href } = attributes
    if (href === undefined || href.startsWith('section:'))
      writeLink(href && context.place(href), context, () => writeNodes(children, context))
    else surround(text, [`<a href="${escapeAttribute(href)}">`, '</a>'], () => writeNodes(children, context))
  } else if (tag === undefined) writeNodes(children, context)
  else
    surround(text, [`<${tag}${writtenAttributes(attributes)}>`, `</${tag}>`], () =>
      writeNodes(children, context),
    )
}

function surround(text: PositionedText, [before, after]: readonly [string, string], inner: () => void): void {
  text.write(before)
  inner()
  text.write(after)
}

function writeLink(place: string | undefined, { text }: TextContext, inner: () => void): void {
  if (place === undefined) {
    inner()
    return
  }
  text.write('<a filepos=')
  text.writePosition(place)
  surround(text, [' >', '</a>'], inner)
}

function writeImage({ attributes: { src = '', alt = '' } }: BookElement, { text, image }: TextContext): void {
  const number = image(src)
  text.write(
    number === undefined
      ? escapeText(alt)
      : `<img recindex="${String(number).padStart(5, '0')}" alt="${escapeAttribute(alt)}"/>`,
  )
}

function writtenAttributes(attributes: BookElement['attributes']): string {
  const align = /^(?:center|right)$/.test(attributes.class ?? '') ? { align: attributes.class } : {}
  return Object.entries({ ...attributes, ...align })
    .filter(([key]) => keptAttributes.has(key) || key === 'align')
    .map(([key, value = '']) => ` ${key}="${escapeAttribute(value)}"`)
    .join('')
}
