/**
 * Keeps of a document what its result may have: images of the upload, links that a reader may click, known attributes.
 * Nothing that is left makes pandoc read a file, or runs in a browser.
 */
import { parseFragment } from 'parse5'
import { clickableLink } from '../../libreoffice/sanitize/links.ts'
import {
  type Ast,
  type AstAttributes,
  type AstElement,
  isAstAttributes,
  isAstElement,
  textOfInlines,
} from './ast.ts'

export interface CleanRules {
  /** Where the writer finds the image; undefined if it is not part of the upload. */
  readonly image: (source: string) => string | undefined
  /** Blocks of raw HTML. */
  readonly rawHtml: (html: string) => readonly unknown[]
}

const keptMetadata = new Set(['title', 'subtitle', 'author', 'date', 'lang', 'abstract'])
const sizeValue = /^\d+(?:\.\d+)?(?:px|%|em|in|cm|mm|pt)?$/
const keptAttributes: Readonly<Record<string, RegExp>> = {
  width: sizeValue,
  height: sizeValue,
  startFrom: /^\d+$/,
  lang: /^[A-Za-z]{2,8}(?:-\w{1,8})*$/,
  dir: /^(?:ltr|rtl|auto)$/,
}

export function cleanAst({ meta, blocks, ...ast }: Ast, rules: CleanRules): Ast {
  const kept = Object.entries(meta).filter(([name]) => keptMetadata.has(name))
  const cleaned = kept.map(([name, value]) => [name, cleanValue(value, rules)] as const)
  const language = textOfInlines(meta.lang).trim()
  return {
    ...ast,
    meta: {
      ...Object.fromEntries(cleaned.filter(([name]) => name !== 'lang')),
      ...(keptAttributes.lang?.test(language) && { lang: { t: 'MetaString', c: language } }),
    },
    blocks: cleanList(blocks, rules),
  }
}

function cleanValue(value: unknown, rules: CleanRules): unknown {
  if (isAstAttributes(value)) return cleanAttributes(value)
  if (Array.isArray(value)) return cleanList(value, rules)
  if (isAstElement(value)) return cleanElement(value, rules)[0] ?? { t: 'Null' }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleanValue(inner, rules)]))
  return value
}

function cleanList(items: readonly unknown[], rules: CleanRules): unknown[] {
  return joinRawInlines(items).flatMap(item =>
    isAstElement(item) ? cleanElement(item, rules) : [cleanValue(item, rules)],
  )
}

function cleanElement(element: AstElement, rules: CleanRules): AstElement[] {
  const { t, c } = element
  if (t === 'RawBlock') {
    const [format, text] = Array.isArray(c) ? c : []
    if (format !== 'html') return []
    return cleanList(rules.rawHtml(String(text)), { ...rules, rawHtml: () => [] }).filter(isAstElement)
  }
  if (t === 'RawInline') return []
  if (t === 'Image' && Array.isArray(c)) return cleanImage(c, rules)
  if (t === 'Link' && Array.isArray(c)) return cleanLink(c, rules)
  return c === undefined ? [element] : [{ t, c: cleanValue(c, rules) }]
}

function cleanImage([attributes, alt, target]: readonly unknown[], rules: CleanRules): AstElement[] {
  const [source, title] = Array.isArray(target) ? target : []
  const found = rules.image(String(source))
  const words = cleanList(Array.isArray(alt) ? alt : [], rules).filter(isAstElement)
  if (found === undefined) return words.length === 0 ? [] : [{ t: 'Emph', c: words }]
  return [{ t: 'Image', c: [cleanValue(attributes, rules), words, [found, String(title ?? '')]] }]
}

function cleanLink([attributes, text, target]: readonly unknown[], rules: CleanRules): AstElement[] {
  const [address, title] = Array.isArray(target) ? target : []
  const link = clickableLink(String(address))
  const words = cleanList(Array.isArray(text) ? text : [], rules).filter(isAstElement)
  if (link === undefined) return words
  return [{ t: 'Link', c: [cleanValue(attributes, rules), words, [link, String(title ?? '')]] }]
}

function cleanAttributes([id, classes, values]: AstAttributes): AstAttributes {
  return [
    id,
    classes.filter(name => /^[\w-]+$/.test(name)),
    values.filter(([name, value]) => keptAttributes[name]?.test(value)),
  ]
}

/** HTML tags in a line of Markdown that mean what the tree can say. */
const wrappers: Readonly<Record<string, string>> = {
  sub: 'Subscript',
  sup: 'Superscript',
  b: 'Strong',
  strong: 'Strong',
  i: 'Emph',
  em: 'Emph',
  u: 'Underline',
  ins: 'Underline',
  s: 'Strikeout',
  del: 'Strikeout',
  strike: 'Strikeout',
}

function joinRawInlines(items: readonly unknown[]): unknown[] {
  if (!items.some(item => rawTag(item) !== undefined)) return [...items]
  const open: { readonly name: string; readonly items: unknown[] }[] = [{ name: '', items: [] }]
  for (const item of items) {
    const html = rawTag(item)
    const list = open.at(-1)?.items ?? []
    if (html === undefined) list.push(item)
    else if (/^<br\b/i.test(html)) list.push({ t: 'LineBreak' })
    else if (/^<img\b/i.test(html)) list.push(...imageOf(html))
    else takeTag(html, open)
  }
  return closeTo(open, 0)
}

function rawTag(item: unknown): string | undefined {
  if (!isAstElement(item) || item.t !== 'RawInline' || !Array.isArray(item.c)) return undefined
  return item.c[0] === 'html' ? String(item.c[1]) : undefined
}

function takeTag(html: string, open: { readonly name: string; readonly items: unknown[] }[]): void {
  const [, slash, tag = ''] = /^<(\/?)([a-z]+)/i.exec(html) ?? []
  const name = tag.toLowerCase()
  if (!Object.hasOwn(wrappers, name)) return
  if (slash === '') {
    // Deeper emphasis means nothing, and nesting costs stack (denial of service).
    if (open.length < 20) open.push({ name, items: [] })
    return
  }
  const at = open.findLastIndex(each => each.name === name)
  if (at > 0) closeTo(open, at - 1)
}

/** Closes elements until `depth` are open, and returns the items of the last one that stays open. */
function closeTo(open: { readonly name: string; readonly items: unknown[] }[], depth: number): unknown[] {
  while (open.length > depth + 1) {
    const closed = open.pop()
    if (closed === undefined) break
    open.at(-1)?.items.push({ t: wrappers[closed.name], c: closed.items })
  }
  return open.at(-1)?.items ?? []
}

function imageOf(html: string): AstElement[] {
  const [element] = parseFragment(html).childNodes
  if (element === undefined || !('attrs' in element)) return []
  const attributeValue = (name: string) =>
    element.attrs.find(attribute => attribute.name === name)?.value ?? ''
  const sizes = ['width', 'height'].flatMap(name =>
    attributeValue(name) === '' ? [] : [[name, attributeValue(name)]],
  )
  const alt = attributeValue('alt') === '' ? [] : [{ t: 'Str', c: attributeValue('alt') }]
  return [{ t: 'Image', c: [['', [], sizes], alt, [attributeValue('src'), attributeValue('title')]] }]
}
