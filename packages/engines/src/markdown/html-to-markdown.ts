/** Converts a sanitized HTML page to a Markdown tree: HTML tree (hast) to Markdown tree (mdast), with footnotes and images. */
import type { MarkdownImages } from '@filesmith/contract/operations/markdown-images'
import type { Element, ElementContent, Root as HtmlRoot, Nodes, RootContent } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { defaultHandlers, type State, toMdast } from 'hast-util-to-mdast'
import type {
  BlockContent,
  DefinitionContent,
  RootContent as MarkdownContent,
  Nodes as MarkdownNodes,
  PhrasingContent,
  Root,
} from 'mdast'
import { parse } from 'parse5'
import type { StreamedResult } from '../process/helper-program.ts'
import { type HtmlFootnote, noteReferenceTag, takeFootnotes } from './html-footnotes.ts'
import { scriptCharacters } from './script-characters.ts'
import { createMarkdownImages, type MarkdownImageStore, packMarkdown } from './write-markdown.ts'

export function markdownFromHtml(html: string, images: MarkdownImageStore): Root {
  const tree = fromParse5(parse(html, { scriptingEnabled: false }))
  if (tree.type !== 'root') return { type: 'root', children: [] }
  const notes = takeFootnotes(tree)
  simplify(tree)
  for (const note of notes) simplify(note.content)
  joinCodeLines(tree)
  prepareTables(tree)
  const body = markdownOf(tree, images)
  return { type: 'root', children: [...body, ...notes.map(note => noteDefinition(note, images))] }
}

function markdownOf(tree: HtmlRoot, images: MarkdownImageStore): MarkdownContent[] {
  const markdown = toMdast(tree, {
    handlers: {
      img: (state, node) => imageNode(state, node, images),
      [noteReferenceTag]: (_state: State, node: Element) => {
        const number = String(node.properties.number)
        return { type: 'footnoteReference', identifier: number, label: number }
      },
      sup: (state, node) => scriptNodes(state, node, 'super'),
      sub: (state, node) => scriptNodes(state, node, 'sub'),
      [lineBreakTag]: () => ({ type: 'html', value: '<br>' }),
      td: cellNode,
      th: cellNode,
    },
  })
  tightenLists(markdown)
  return markdown.type === 'root' ? markdown.children : [markdown as MarkdownContent]
}

function noteDefinition({ number, content }: HtmlFootnote, images: MarkdownImageStore): MarkdownContent {
  const children = markdownOf(content, images)
  const identifier = String(number)
  return {
    type: 'footnoteDefinition',
    identifier,
    label: identifier,
    children: children as (BlockContent | DefinitionContent)[],
  }
}

/** Deeper structure has no use in Markdown, and nesting costs time and stack (denial of service). */
const maxDepth = 60
const emphasis = /^(?:b|strong|i|em|s|strike|del|u|code|sup|sub|a)$/

/** Unwraps emphasis inside of the same emphasis and anchors that link nowhere, and flattens what is nested too deeply. */
function simplify(tree: HtmlRoot): void {
  const stack: {
    readonly node: HtmlRoot | Element
    readonly depth: number
    readonly open: ReadonlySet<string>
  }[] = [{ node: tree, depth: 0, open: new Set() }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, depth, open } = next
    const children: Nodes[] = []
    const pending: Nodes[] = node.children.toReversed()
    for (let child = pending.pop(); child !== undefined; child = pending.pop()) {
      const isUnwrapped =
        child.type === 'element' &&
        (depth >= maxDepth ||
          open.has(child.tagName) ||
          (child.tagName === 'a' && typeof child.properties.href !== 'string'))
      if (child.type === 'element' && isUnwrapped)
        for (const inner of child.children.toReversed()) pending.push(inner)
      else children.push(child)
    }
    node.children = children as Element['children']
    for (const child of node.children) {
      if (child.type !== 'element') continue
      const inner = emphasis.test(child.tagName) ? new Set([...open, child.tagName]) : open
      stack.push({ node: child, depth: depth + 1, open: inner })
    }
  }
}

/** Items of one paragraph and lists need no empty lines between them, which `<li><p>` would give. */
function tightenLists(tree: MarkdownNodes): void {
  const stack: MarkdownNodes[] = [tree]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if ('children' in node) for (const child of node.children) stack.push(child)
    if (node.type !== 'list') continue
    const isTight = node.children.every(
      ({ children }) => children.filter(({ type }) => type !== 'list').length <= 1,
    )
    if (!isTight) continue
    node.spread = false
    for (const item of node.children) item.spread = false
  }
}

/** Cells of a table with all that its spans cover; more are a bomb: a cell of one line may claim a million. */
const maxCells = 200_000
const maxSpan = 1000

/** Markdown tables have one header row, which is the first unless the page names one. */
function prepareTables(tree: HtmlRoot): void {
  for (const table of elementsOf(tree, 'table')) {
    const rows = elementsOf(table, 'tr')
    const cells = rows.flatMap(row => row.children.filter(isCell))
    for (const cell of cells) {
      cell.properties.colSpan = spanOf(cell.properties.colSpan, maxSpan)
      cell.properties.rowSpan = spanOf(cell.properties.rowSpan, rows.length)
    }
    const covered = cells.reduce(
      (sum, { properties }) => sum + Number(properties.colSpan) * Number(properties.rowSpan),
      0,
    )
    const widest = rows.reduce((most, row) => Math.max(most, row.children.filter(isCell).length), 0)
    if (covered > maxCells || widest * rows.length > maxCells * 10)
      for (const cell of cells) Object.assign(cell.properties, { colSpan: 1, rowSpan: 1 })
    if (!cells.some(({ tagName }) => tagName === 'th'))
      for (const cell of rows[0]?.children.filter(isCell) ?? []) cell.tagName = 'th'
  }
}

function spanOf(value: unknown, most: number): number {
  return Math.max(1, Math.min(most, Number(value) || 1))
}

function isCell(node: Nodes): node is Element {
  return node.type === 'element' && /^t[dh]$/.test(node.tagName)
}

/** Of a table, not those of tables inside of it. */
function elementsOf(tree: HtmlRoot | Element, tagName: string): Element[] {
  const found: Element[] = []
  const stack: Nodes[] = tree.children.toReversed()
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type !== 'element') continue
    if (node.tagName === tagName) found.push(node)
    if (node.tagName === 'table' && tree.type === 'element') continue
    for (const child of node.children.toReversed()) stack.push(child)
  }
  return found
}

const dataUrl = /^data:([\w.+/-]+);base64,(.*)$/s
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
  'image/svg+xml': 'svg',
}

/** The sanitizer leaves only images that are part of the page. */
function imageNode(state: State, node: Element, images: MarkdownImageStore): PhrasingContent | undefined {
  const [, mime = '', data = ''] = dataUrl.exec(String(node.properties.src ?? '')) ?? []
  const extension = extensions[mime]
  if (extension === undefined) return undefined
  const image = images.add(
    `${mime} ${data}`,
    { bytes: Buffer.from(data, 'base64'), extension, mime },
    String(node.properties.alt ?? ''),
  )
  if (image) state.patch(node, image)
  return image
}

function scriptNodes(state: State, node: Element, script: 'super' | 'sub'): PhrasingContent[] {
  const children = state.all(node) as PhrasingContent[]
  const [only] = children
  if (children.length === 0) return []
  const text =
    children.length === 1 && only?.type === 'text' ? scriptCharacters(only.value, script) : undefined
  if (text !== undefined) return [{ type: 'text', value: text }]
  // A footnote mark is raised anyway.
  if (children.every(({ type }) => type === 'footnoteReference')) return children
  const tag = script === 'super' ? 'sup' : 'sub'
  return [{ type: 'html', value: `<${tag}>` }, ...children, { type: 'html', value: `</${tag}>` }]
}

/** A line break in a table cell; not an HTML element. */
const lineBreakTag = 'line-break'
const blockTags = /^(?:p|div|li|h[1-6]|blockquote|pre|dt|dd|figure|figcaption)$/

/** Cells hold one line: blocks in a cell are separated by line breaks. */
function cellNode(state: State, node: Element): ReturnType<typeof defaultHandlers.td> {
  return defaultHandlers.td(state, { ...node, children: withLineBreaks(node.children) })
}

function withLineBreaks(children: readonly ElementContent[]): ElementContent[] {
  const parts: ElementContent[] = []
  for (const child of children) {
    const isBlock = child.type === 'element' && blockTags.test(child.tagName)
    const isList = child.type === 'element' && /^(?:ul|ol)$/.test(child.tagName)
    if (!isBlock && !isList) {
      const isBreak = child.type === 'element' && child.tagName === 'br'
      parts.push(isBreak ? { ...child, tagName: lineBreakTag } : child)
      continue
    }
    const inner = withLineBreaks(child.children)
    if (inner.length === 0 || inner.every(isBlank)) continue
    if (parts.some(part => !isBlank(part)))
      parts.push({ type: 'element', tagName: lineBreakTag, properties: {}, children: [] })
    if (child.tagName === 'li') parts.push({ type: 'text', value: '• ' })
    parts.push(...inner)
  }
  return parts
}

function isBlank(node: Nodes): boolean {
  return node.type === 'comment' || (node.type === 'text' && node.value.trim() === '')
}

/** Paragraphs of nothing but code are the lines of one block, as word processors write it. */
function joinCodeLines(tree: HtmlRoot | Element): void {
  const children: (RootContent | ElementContent)[] = []
  let lines: string[] | undefined
  for (const child of tree.children) {
    const line = codeLineOf(child)
    if (line === undefined) {
      if (!isBlank(child)) lines = undefined
      if (child.type === 'element') joinCodeLines(child)
      children.push(child)
    } else if (lines) {
      lines.push(line)
    } else {
      lines = [line]
      children.push(codeElement(lines))
    }
  }
  tree.children = children as Element['children']
  for (const child of tree.children) {
    const own = child.type === 'element' ? pendingLines.get(child) : undefined
    if (own && child.type === 'element')
      child.children = [
        {
          type: 'element',
          tagName: 'code',
          properties: {},
          children: [{ type: 'text', value: own.join('\n') }],
        },
      ]
  }
}

const pendingLines = new WeakMap<Element, string[]>()

function codeElement(lines: string[]): Element {
  const element: Element = { type: 'element', tagName: 'pre', properties: {}, children: [] }
  pendingLines.set(element, lines)
  return element
}

function codeLineOf(node: Nodes): string | undefined {
  if (node.type !== 'element' || node.tagName !== 'p') return undefined
  const content = node.children.filter(child => !isBlank(child))
  const isCode = (child: Nodes) => child.type === 'element' && child.tagName === 'code'
  if (content.length === 0 || !content.every(isCode)) return undefined
  return node.children.map(textOf).join('').replaceAll('\u00A0', ' ').trimEnd()
}

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value
  if (node.type === 'element' && node.tagName === 'br') return '\n'
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

/** The page is sanitized: it references nothing outside of it. */
export function writeHtmlAsMarkdown(
  html: string,
  options: { readonly images: MarkdownImages; readonly name: string },
): StreamedResult {
  const images = createMarkdownImages(options.images)
  return packMarkdown(markdownFromHtml(html, images), options.name, images)
}
