/**
 * Turns a page of a book into the elements of a book: an allow list of elements and attributes, and the content model
 * of HTML, so that the result is valid in every format. Scripts, styles and forms are left out.
 */
import { type DefaultTreeAdapterTypes, html, parse, serializeOuter } from 'parse5'
import { mathAttributes, mathElements } from '../../libreoffice/sanitize/html/allowed-markup.ts'
import { limitedAdapter } from '../../libreoffice/sanitize/html/sanitize-html.ts'
import { clickableLink } from '../../libreoffice/sanitize/links.ts'
import type { BookElement, BookNode } from './book.ts'
import { isElement } from './book.ts'
import { blockNames, fitContent } from './fit-content.ts'

type Element = DefaultTreeAdapterTypes.Element
type ChildNode = DefaultTreeAdapterTypes.ChildNode

export interface PageRules {
  /** `image:NAME` of an address in the page; undefined if the book does not contain it. */
  readonly image: (address: string) => string | undefined
  /** `section:ID#ANCHOR` of an address in the page; undefined for other addresses. */
  readonly link: (address: string) => string | undefined
  /** `image:NAME` of an inline drawing. */
  readonly drawing: (svg: string) => string | undefined
  /** What the style sheet of the book says about classes. */
  readonly emphasis?: (classes: readonly string[], style: string) => Emphasis
}

export interface Emphasis {
  readonly italic?: boolean
  readonly bold?: boolean
  readonly align?: 'center' | 'right'
}

const renamed: Readonly<Record<string, string>> = {
  center: 'div',
  nav: 'div',
  main: 'div',
  article: 'section',
  header: 'div',
  footer: 'div',
  address: 'div',
  details: 'div',
  summary: 'p',
  hgroup: 'div',
  tt: 'code',
  strike: 's',
  font: 'span',
  big: 'span',
  acronym: 'abbr',
  time: 'span',
  label: 'span',
}

const inlineNames = new Set(
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub sup u var'.split(
    ' ',
  ),
)

const dropped = new Set(
  'script style template iframe object embed applet audio video canvas form input select textarea button meta link base title head noframes frameset map param source track'.split(
    ' ',
  ),
)

const attributesOf: Readonly<Record<string, readonly string[]>> = {
  ol: ['start', 'type', 'reversed'],
  li: ['value'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  img: ['alt'],
}

const whole = /^-?\d{1,6}$/
const validValues: Readonly<Record<string, RegExp>> = {
  start: whole,
  value: whole,
  reversed: /^(?:reversed)?$/,
  type: /^[1aAiI]$/,
  colspan: /^[1-9]\d{0,2}$/,
  rowspan: /^[1-9]\d{0,3}$/,
  scope: /^(?:row|col|rowgroup|colgroup)$/,
}

/** Classes that the style sheet of written books knows. */
const keptClasses =
  /^(?:a[ln]|b[nu]|c[fhov]|do|d[tv]|er|f[lu]|i[mn]|kw|s[cst]|vs|sourceCode|center|right|title|subtitle|author|date|cover|footnotes)$/

/** XHTML: an HTML parser would take an empty element for an open one. */
const emptyElement =
  /<((?!(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)[\s/>])[a-z][\w:-]*)((?:\s(?:[^<>"'/]|\/(?!>)|"[^"<]*"|'[^'<]*')*)?)\/>/gi

export function cleanBookPage(page: string, rules: PageRules): BookNode[] {
  const source = page.replace(emptyElement, '<$1$2></$1>')
  const options = { scriptingEnabled: false, treeAdapter: limitedAdapter(source.length) }
  const root = parse(source, options).childNodes.find(node => 'tagName' in node && node.tagName === 'html')
  const body =
    root && 'childNodes' in root
      ? root.childNodes.find(node => 'tagName' in node && node.tagName === 'body')
      : undefined
  if (body === undefined || !('childNodes' in body)) return []
  return fitContent(body.childNodes.flatMap(node => cleanNode(node, rules)))
}

function cleanNode(node: ChildNode, rules: PageRules): BookNode[] {
  if (node.nodeName === '#text' && 'value' in node) return [withoutControls(node.value)]
  if (!('tagName' in node)) return []
  if (node.namespaceURI === html.NS.MATHML) return cleanMath(node)
  if (node.namespaceURI === html.NS.SVG) return cleanDrawing(node, rules)
  const name = renamed[node.tagName] ?? node.tagName
  if (dropped.has(name)) return []
  if (name === 'img' || name === 'image') return cleanImage(node, rules)
  const children = node.childNodes.flatMap(child => cleanNode(child, rules))
  if (!blockNames.has(name) && !inlineNames.has(name)) return children
  return emphasized({ name, attributes: cleanAttributes(node, name, rules), children }, node, rules)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g

function withoutControls(text: string): string {
  return text.replace(controls, '')
}

function attributeValue(element: Element, name: string): string | undefined {
  return element.attrs.find(attribute => attribute.name === name)?.value
}

function cleanImage(element: Element, rules: PageRules): BookNode[] {
  const address = attributeValue(element, 'src') ?? attributeValue(element, 'recindex') ?? ''
  const alt = withoutControls(attributeValue(element, 'alt') ?? '')
  const source = rules.image(address)
  if (source === undefined) return alt === '' ? [] : [alt]
  const id = attributeValue(element, 'id')
  return [{ name: 'img', attributes: { ...(id && { id }), src: source, alt }, children: [] }]
}

/** Covers are often one image inside of a drawing. */
function cleanDrawing(element: Element, rules: PageRules): BookNode[] {
  const images = element.childNodes.filter((node): node is Element => 'tagName' in node)
  const [only] = images
  if (images.length === 1 && only?.tagName === 'image') {
    const address = only.attrs.find(({ name }) => name === 'href' || name === 'xlink:href')?.value ?? ''
    const source = rules.image(address)
    return source === undefined ? [] : [{ name: 'img', attributes: { src: source, alt: '' }, children: [] }]
  }
  const source = rules.drawing(serializeOuter(element))
  return source === undefined ? [] : [{ name: 'img', attributes: { src: source, alt: '' }, children: [] }]
}

function cleanMath(element: Element): BookNode[] {
  const name = element.tagName
  if (/^annotation/.test(name)) return []
  const children = element.childNodes.flatMap((node): BookNode[] => {
    if (node.nodeName === '#text' && 'value' in node) return [withoutControls(node.value)]
    return 'tagName' in node && node.namespaceURI === html.NS.MATHML ? cleanMath(node) : []
  })
  if (!mathElements.has(name)) return children
  const attributes = element.attrs.filter(
    attribute => mathAttributes.has(attribute.name) && !attribute.name.includes(':'),
  )
  return [
    {
      name,
      attributes: Object.fromEntries(attributes.map(each => [each.name, withoutControls(each.value)])),
      children,
    },
  ]
}

function cleanAttributes(element: Element, name: string, rules: PageRules): Record<string, string> {
  const kept: Record<string, string> = {}
  const id = attributeValue(element, 'id') ?? (name === 'a' ? attributeValue(element, 'name') : undefined)
  if (id !== undefined && id.trim() !== '') kept.id = id.trim()
  const language = attributeValue(element, 'lang') ?? attributeValue(element, 'xml:lang')
  if (language !== undefined && /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(language)) kept.lang = language
  const direction = attributeValue(element, 'dir')
  if (direction !== undefined && /^(?:ltr|rtl|auto)$/.test(direction)) kept.dir = direction
  const classes = (attributeValue(element, 'class') ?? '').split(/\s+/).filter(each => keptClasses.test(each))
  if (classes.length > 0) kept.class = classes.join(' ')
  for (const attribute of attributesOf[name] ?? []) {
    const value = attributeValue(element, attribute)
    if (value !== undefined && validValues[attribute]?.test(value)) kept[attribute] = value
  }
  if (name === 'a') {
    const link = linkOf(element, rules)
    if (link !== undefined) kept.href = link
  }
  return kept
}

function linkOf(element: Element, rules: PageRules): string | undefined {
  const address = attributeValue(element, 'href') ?? filePosition(element)
  if (address === undefined) return undefined
  const inside = rules.link(address)
  if (inside !== undefined) return inside
  const link = clickableLink(address)
  return link === undefined || link.startsWith('#') ? undefined : encodedLink(link)
}

/** Links of Mobipocket books. */
function filePosition(element: Element): string | undefined {
  const position = attributeValue(element, 'filepos')
  return position === undefined ? undefined : `filepos:${position}`
}

/** Undefined if it is not an address at all. */
function encodedLink(link: string): string | undefined {
  try {
    return new URL(link).href
  } catch {
    return undefined
  }
}

function emphasized(node: BookElement, element: Element, rules: PageRules): BookNode[] {
  const classes = (attributeValue(element, 'class') ?? '').split(/\s+/).filter(name => name !== '')
  const style = `${attributeValue(element, 'style') ?? ''};text-align:${attributeValue(element, 'align') ?? (element.tagName === 'center' ? 'center' : '')}`
  const found = rules.emphasis?.(classes, style) ?? {}
  const isBlock = blockNames.has(node.name)
  if (isBlock) {
    const isText = /^(?:p|div|h[1-6])$/.test(node.name)
    if (found.align === undefined || !isText) return [node]
    return [{ ...node, attributes: { ...node.attributes, class: found.align } }]
  }
  if (node.name !== 'span') return [node]
  const inner: BookNode[] = found.italic
    ? [{ name: 'em', attributes: {}, children: node.children }]
    : [...node.children]
  const outer: BookNode[] = found.bold ? [{ name: 'strong', attributes: {}, children: inner }] : inner
  const isPlain = Object.keys(node.attributes).length === 0
  return isPlain ? outer : [{ ...node, children: outer }]
}

export function hasContent(nodes: readonly BookNode[]): boolean {
  return nodes.some(node =>
    isElement(node)
      ? node.name === 'img' || node.name === 'hr' || hasContent(node.children)
      : node.trim() !== '',
  )
}
