/**
 * Sanitizes HTML and SVG by allow lists: parsed by a parser of the HTML Standard and serialized from the tree. However a
 * browser or LibreOffice parses the result, it contains only listed elements, attributes and URLs (XSS, SSRF).
 */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parse, parseFragment } from 'parse5'
import { JobFailure } from '../../../process/job-failure.ts'
import { type EmbeddedImage, readDataUrl, sniffImage, svgType } from '../images.ts'
import { clickableLink } from '../links.ts'
import {
  droppedWithContent,
  globalAttributes,
  htmlAttributes,
  htmlElements,
  mathAttributes,
  mathElements,
  metaNames,
  renamedElements,
  svgAttributes,
  svgElements,
  svgStyleAttributes,
  voidElements,
} from './allowed-markup.ts'
import { createCssSanitizer } from './sanitize-css.ts'

type Element = DefaultTreeAdapterTypes.Element
type ChildNode = DefaultTreeAdapterTypes.ChildNode

/** Deeper than any browser nests (Chromium flattens at 512): the parser's cost grows with depth. */
const maxDepth = 1000
/** Unclosed formatting elements are reopened in every paragraph, which multiplies a small file (denial of service): no page
 * needs more elements than it has characters. */
const [spareElements, maxElements] = [50_000, 2_000_000]

/** Defense in depth: elements that load are removed, and the policy covers future browser features. */
const resultHead = [
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">`,
  '<meta http-equiv="x-dns-prefetch-control" content="off">',
]

/** A whole page in UTF-8. `isResult`: for a browser, not for LibreOffice. */
export function sanitizeHtml(text: string, isResult: boolean): string {
  const document = parse(text, { scriptingEnabled: false, treeAdapter: limitedAdapter(text.length) })
  const head = ['<meta charset="utf-8">', ...(isResult ? resultHead : [])].map(line => `\n${line}`).join('')
  return `<!DOCTYPE html>\n${write(document.childNodes, head)}\n`
}

/** An SVG as a separate, well-formed XML file; undefined if the text contains none. */
export function sanitizeSvg(text: string): string | undefined {
  const fragment = parseFragment(text, { scriptingEnabled: false, treeAdapter: limitedAdapter(text.length) })
  const root = fragment.childNodes.find(
    (node): node is Element =>
      'tagName' in node && node.tagName === 'svg' && node.namespaceURI === html.NS.SVG,
  )
  return root && write([root])
}

const browserImages = /^image\/(?:png|jpeg|gif|bmp|webp|svg\+xml)$/

/** Returns the image, sanitized if it is an SVG; undefined if its type is unknown. */
export function safeImage(bytes: Buffer): EmbeddedImage | undefined {
  const image = sniffImage(bytes)
  if (image?.type !== svgType) return image
  const svg = sanitizeSvg(bytes.toString('utf8'))
  return svg === undefined ? undefined : { type: svgType, bytes: Buffer.from(svg) }
}

/** A data URL serialized from its content; undefined for everything else, which would be loaded. */
function safeDataUrl(address: string): string | undefined {
  const bytes = readDataUrl(address)
  const image = bytes && safeImage(bytes)
  return image && browserImages.test(image.type)
    ? `data:${image.type};base64,${image.bytes.toString('base64')}`
    : undefined
}

export const css = createCssSanitizer(safeDataUrl)

/** Throws for a page that is nested too deeply or has more elements than its text can justify. */
export function limitedAdapter(characters: number): typeof defaultTreeAdapter {
  const most = Math.min(maxElements, characters + spareElements)
  let [depth, elements] = [0, 0]
  return {
    ...defaultTreeAdapter,
    onItemPush: () => {
      depth += 1
      elements += 1
      if (depth > maxDepth)
        throw new JobFailure('file-damaged', {}, { cause: new Error('nested too deeply') })
      if (elements > most) throw new JobFailure('needs-too-much-memory')
    },
    onItemPop: () => {
      depth -= 1
    },
  }
}

/** Iterative: the stack contains nodes still to be written, and end tags. */
function write(nodes: readonly ChildNode[], headExtra = ''): string {
  const written: string[] = []
  const stack: (ChildNode | string)[] = nodes.toReversed()
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === 'string') written.push(next)
    else if (next.nodeName === '#text' && 'value' in next) written.push(escapeText(next.value))
    else if ('tagName' in next) writeElement(next, written, stack, headExtra)
  }
  return written.join('')
}

function writeElement(
  element: Element,
  written: string[],
  stack: (ChildNode | string)[],
  headExtra: string,
): void {
  const name = renamedElements.get(element.tagName) ?? element.tagName
  const isHtml = element.namespaceURI === html.NS.HTML
  if (droppedWithContent.has(name.toLowerCase())) return
  const attributes = isAllowed(element, name) ? writeAttributes(element, name) : undefined
  if (attributes === undefined) {
    if (name === 'img') written.push(escapeText(attributeOf(element, 'alt') ?? ''))
    // The fallback content of a disallowed element is kept (noscript, object).
    if (!voidElements.has(name)) pushChildren(stack, element)
  } else if (name === 'style') written.push(`<style${attributes}>${css.styleSheet(textOf(element))}</style>`)
  else if (isHtml && voidElements.has(name)) written.push(`<${name}${attributes}>`)
  else if (!isHtml && element.childNodes.length === 0) written.push(`<${name}${attributes}/>`)
  else {
    written.push(`<${name}${attributes}>`)
    if (name === 'head') written.push(headExtra)
    // Parsers drop a newline directly after these start tags.
    if (name === 'pre' || name === 'textarea') written.push('\n')
    stack.push(`</${name}>`)
    pushChildren(stack, element)
  }
}

function isAllowed({ namespaceURI }: Element, name: string): boolean {
  if (namespaceURI === html.NS.SVG) return svgElements.has(name)
  return (namespaceURI === html.NS.MATHML ? mathElements : htmlElements).has(name)
}

/** One by one: a call cannot take a million arguments. */
function pushChildren(stack: (ChildNode | string)[], { childNodes }: Element): void {
  for (let index = childNodes.length - 1; index >= 0; index--) {
    const child = childNodes[index]
    if (child) stack.push(child)
  }
}

/** Undefined if the element makes no sense without a disallowed attribute. */
function writeAttributes(element: Element, name: string): string | undefined {
  if (name === 'meta') return writeMeta(element)
  const reference = referenceOf(element, name)
  if (reference === undefined && /^(?:img|image|use)$/.test(name)) return undefined
  const kept = element.attrs.map(({ prefix, name: local, value }) => {
    const key = prefix ? `${prefix}:${local}` : local
    return [key, keptValue(element, name, key, value)] as const
  })
  const written = [
    ['xmlns', name === 'svg' ? html.NS.SVG : undefined],
    [name === 'img' ? 'src' : 'href', reference],
    ...kept,
  ]
  return written
    .map(([key, value]) => (value === undefined ? '' : ` ${key}="${escapeAttribute(value)}"`))
    .join('')
}

function keptValue({ namespaceURI }: Element, name: string, key: string, value: string): string | undefined {
  if (key === 'style') return css.declarations(value) || undefined
  if (key === 'usemap') return /^#[\w.:-]+$/.test(value) ? value : undefined
  if (key === 'type' && name === 'input' && value.trim().toLowerCase() === 'image') return 'button'
  if (namespaceURI === html.NS.SVG && svgStyleAttributes.has(key)) return css.value(value)
  const isPlain = globalAttributes.has(key) || /^(?:aria|data)-[a-z0-9-]+$/.test(key)
  return isPlain || ownAttributes(namespaceURI, name)?.has(key) ? value : undefined
}

function ownAttributes(space: string, name: string): ReadonlySet<string> | undefined {
  if (space === html.NS.SVG) return svgAttributes
  return space === html.NS.MATHML ? mathAttributes : htmlAttributes.get(name)
}

function writeMeta(element: Element): string | undefined {
  const [name, content] = [attributeOf(element, 'name')?.toLowerCase(), attributeOf(element, 'content')]
  if (name === undefined || content === undefined || !metaNames.has(name)) return undefined
  return ` name="${name}" content="${escapeAttribute(content)}"`
}

/** The reference of an element: a clickable link, a data URL, or inside an SVG one of its parts. */
function referenceOf(element: Element, name: string): string | undefined {
  if (element.namespaceURI === html.NS.HTML) {
    if (name === 'img') return safeDataUrl(attributeOf(element, 'src') ?? '')
    return name === 'a' || name === 'area' ? clickableLink(attributeOf(element, 'href') ?? '') : undefined
  }
  const address = element.namespaceURI === html.NS.SVG ? (attributeOf(element, 'href') ?? '') : ''
  if (name === 'a') return clickableLink(address)
  if (name === 'image') return safeDataUrl(address)
  return /^#[\w.:-]+$/.test(address.trim()) ? address.trim() : undefined
}

/** By local name: `xlink:href` is `href`. The name without prefix takes precedence, as in browsers. */
function attributeOf(element: Element, name: string): string | undefined {
  const found = element.attrs.filter(
    attribute => attribute.name === name || attribute.name === `xlink:${name}`,
  )
  return (found.find(({ prefix }) => !prefix) ?? found[0])?.value
}

function textOf(element: Element): string {
  return element.childNodes
    .map(node => ('value' in node && node.nodeName === '#text' ? node.value : ''))
    .join('')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they cannot be written in XML and have no use in HTML
const invalidCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g

export function escapeText(text: string): string {
  return text.replace(invalidCharacters, '').replace(/[&<>]/g, escapeCharacter)
}

export function escapeAttribute(value: string): string {
  return value.replace(invalidCharacters, '').replace(/[&<>"]/g, escapeCharacter)
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeCharacter(character: string): string {
  return escapes[character] ?? character
}
