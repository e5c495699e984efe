/** Writes the laid-out document as Markdown: a tree of its blocks, without headers, footers and page breaks. */
import type { MarkdownImages } from '@filesmith/contract/operations/markdown-images'
import type {
  AlignType,
  BlockContent,
  FootnoteDefinition,
  List,
  ListItem,
  Nodes,
  PhrasingContent,
  Root,
  RootContent,
  TableCell,
  Table as TableNode,
} from 'mdast'
import { type InlineRun, inlineContent } from '../../markdown/inline-text.ts'
import { scriptCharacters } from '../../markdown/script-characters.ts'
import { createMarkdownImages, type MarkdownImageStore, packMarkdown } from '../../markdown/write-markdown.ts'
import { joinSpans } from '../../page-layout/join-lines.ts'
import { isContinued } from '../../page-layout/lay-out-document.ts'
import { readMarkers } from '../../page-layout/markers.ts'
import {
  type Block,
  type Cell,
  type Footnote,
  isMarginStamp,
  type LaidOutDocument,
  type PageLayout,
  type Paragraph,
  type ParagraphRole,
  plainText,
  type Span,
  type SpanStyle,
  type Table,
} from '../../page-layout/model.ts'
import type { StreamedResult } from '../../process/helper-program.ts'
import type { EncodedImage } from '../images.ts'
import { codeBlock, isCode, isCodeText } from './code-block.ts'

type Item = Extract<ParagraphRole, { kind: 'item' }>
type ItemParagraph = Paragraph & { readonly role: Item }

interface Context {
  readonly body: SpanStyle
  readonly encoded: ReadonlyMap<string, EncodedImage>
  readonly images: MarkdownImageStore
  readonly notes: Footnote[]
}

export function writeMarkdown(
  document: LaidOutDocument,
  encoded: ReadonlyMap<string, EncodedImage>,
  options: { readonly images: MarkdownImages; readonly name: string },
): StreamedResult {
  const images = createMarkdownImages(options.images)
  return packMarkdown(markdownTree(document, encoded, images), options.name, images)
}

export function markdownTree(
  document: LaidOutDocument,
  encoded: ReadonlyMap<string, EncodedImage>,
  images: MarkdownImageStore,
): Root {
  const context: Context = { body: document.bodyFont, encoded, images, notes: [] }
  const blocks = belowTitle(joinAroundFigures(document.pages.flatMap(blocksOf), document.bodySize))
  return { type: 'root', children: withNotes(blockNodes(blocks, context), context) }
}

/** Each note behind the block that refers to it; one that only another note refers to is behind that. */
function withNotes(nodes: readonly RootContent[], context: Context): RootContent[] {
  const children: RootContent[] = []
  const pending = nodes.toReversed()
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    children.push(node)
    const notes = referencesIn(node).flatMap(number => {
      const note = context.notes[number - 1]
      return note ? [noteNode(note, number, context)] : []
    })
    pending.push(...notes.toReversed())
  }
  return children
}

function referencesIn(node: Nodes): number[] {
  if (node.type === 'footnoteReference') return [Number(node.identifier)]
  return 'children' in node ? node.children.flatMap(referencesIn) : []
}

function blocksOf(page: PageLayout): Block[] {
  return page.bands.flatMap(band =>
    band.columns.flatMap(column => column.blocks.filter(block => !isMarginStamp(block, page))),
  )
}

const caption = /^(?:fig|figure|table|tab|abb|abbildung|tabelle|tableau)\b/i
const maxFigureBlocks = 8

/** A paragraph that continues behind the figures at the top of the next page is written as one, behind them. */
function joinAroundFigures(blocks: readonly Block[], bodySize: number): Block[] {
  const joined = [...blocks]
  for (let at = 0; at < joined.length; at++) {
    const first = joined[at]
    if (first?.kind !== 'paragraph' || first.role.kind === 'heading') continue
    let next = at + 1
    while (next - at <= maxFigureBlocks && isFigure(joined[next], bodySize)) next += 1
    const rest = joined[next]
    if (next === at + 1 || rest?.kind !== 'paragraph' || !isContinued(first, rest)) continue
    if (!/^\p{Ll}/u.test(plainText(rest.spans))) continue
    const whole = {
      ...rest,
      ...first,
      spans: joinSpans(first.spans, rest.spans, new Set()),
      isOpenEnded: rest.isOpenEnded,
    }
    const figures = joined.slice(at + 1, next)
    joined.splice(at, next - at + 1, ...figures, whole)
    at += figures.length - 1
  }
  return joined
}

/** Images, tables, captions and notes, behind which a paragraph may continue. */
function isFigure(block: Block | undefined, bodySize: number): boolean {
  if (block === undefined || block.kind !== 'paragraph') return block !== undefined
  return block.role.kind === 'body' && (caption.test(plainText(block.spans)) || block.size < 0.95 * bodySize)
}

/** A single largest heading at the start is the title: the other headings are below it. */
function belowTitle(blocks: readonly Block[]): readonly Block[] {
  const headings = blocks.filter(isHeading)
  const [title, ...others] = headings
  const isTitle =
    title?.role.level === 1 &&
    others.some(({ role }) => role.level === 1) &&
    others.every(({ size }) => size < title.size - 0.4)
  if (!isTitle) return blocks
  return blocks.map(block =>
    isHeading(block) && block !== title
      ? { ...block, role: { kind: 'heading', level: block.role.level + 1 } }
      : block,
  )
}

function isHeading(block: Block): block is Paragraph & { readonly role: { kind: 'heading'; level: number } } {
  return block.kind === 'paragraph' && block.role.kind === 'heading'
}

function blockNodes(blocks: readonly Block[], context: Context): BlockContent[] {
  const nodes: BlockContent[] = []
  for (let index = 0; index < blocks.length; ) {
    const block = blocks[index] as Block
    const test = isItem(block) ? isItem : isCode(block, context.body) ? isCodeLike : undefined
    if (test === undefined) {
      nodes.push(...blockNode(block, context))
      index += 1
      continue
    }
    let end = index + 1
    while (end < blocks.length && test(blocks[end] as Block)) end += 1
    const group = blocks.slice(index, end) as Paragraph[]
    nodes.push(...(test === isItem ? listNodes(group as ItemParagraph[], context) : [codeBlock(group)]))
    index = end
  }
  return nodes

  function isCodeLike(block: Block): boolean {
    return isCode(block, context.body)
  }
}

function isItem(block: Block): block is ItemParagraph {
  return block.kind === 'paragraph' && block.role.kind === 'item'
}

function blockNode(block: Block, context: Context): BlockContent[] {
  if (block.kind === 'table') return tableNodes(block, context)
  if (block.kind === 'image') {
    const image = block.placement === 'behind' ? undefined : imageNode(block.id, context, block.text)
    if (image) return [{ type: 'paragraph', children: [image] }]
    const value = block.text?.join('\n')
    return value === undefined ? [] : [{ type: 'paragraph', children: [{ type: 'text', value }] }]
  }
  const { role } = block
  const base = role.kind === 'heading' ? (block.spans[0]?.style ?? context.body) : context.body
  const children = spansContent(block.spans, context, base)
  if (children.length === 0) return []
  if (role.kind !== 'heading') return [{ type: 'paragraph', children }]
  return [{ type: 'heading', depth: Math.min(6, Math.max(1, role.level)) as 1, children }]
}

function imageNode(
  id: string,
  { encoded, images }: Context,
  text: readonly string[] = [],
): PhrasingContent | undefined {
  const image = encoded.get(id)
  if (!image) return undefined
  const mime = image.format === 'jpg' ? 'image/jpeg' : 'image/png'
  return images.add(id, { bytes: image.data, extension: image.format, mime }, text.join(' '))
}

function noteNode(note: Footnote, number: number, context: Context): FootnoteDefinition {
  const children = note.paragraphs.flatMap((paragraph): BlockContent[] => {
    const content = spansContent(paragraph.spans, context, paragraph.spans[0]?.style ?? context.body)
    return content.length > 0 ? [{ type: 'paragraph', children: content }] : []
  })
  return { type: 'footnoteDefinition', identifier: String(number), label: String(number), children }
}

/** `base` is the style that needs no marks: the body style, or that of a heading's first span. */
function spansContent(spans: readonly Span[], context: Context, base: SpanStyle): PhrasingContent[] {
  return inlineContent(trimmed(spans.map(span => inlineRun(span, context, base))))
}

function inlineRun(span: Span, context: Context, base: SpanStyle): InlineRun {
  const { style, link } = span
  if (span.note) {
    const number = String(context.notes.push(span.note))
    return { text: '', node: { type: 'footnoteReference', identifier: number, label: number } }
  }
  if (span.image) {
    const node = imageNode(span.image.id, context)
    return { text: '', ...(node && { node }) }
  }
  const text = plainCharacters(span.text)
  return {
    text: style.script === undefined ? text : (scriptCharacters(text, style.script) ?? text),
    isBold: style.isBold && !base.isBold,
    isItalic: style.isItalic && !base.isItalic,
    isStruck: style.isStruck === true,
    isCode: style.isMonospaced && !base.isMonospaced && style.script === undefined && isCodeText(text),
    link,
  }
}

/** Fonts may map their hyphen to the character for a non-breaking one. */
function plainCharacters(text: string): string {
  return text.replace(/[‐‑]/g, '-').replace(/\s+/gu, ' ')
}

function trimmed(runs: readonly InlineRun[]): InlineRun[] {
  const kept = runs.filter(run => run.text !== '' || run.node)
  const [first] = kept
  if (first && !first.node) kept[0] = { ...first, text: first.text.trimStart() }
  const last = kept.at(-1)
  if (last && !last.node) kept[kept.length - 1] = { ...last, text: last.text.trimEnd() }
  return kept.filter(run => run.text !== '' || run.node)
}

const checkboxes: Readonly<Record<string, boolean>> = {
  '☐': false,
  '□': false,
  '❑': false,
  '◻': false,
  '☑': true,
  '☒': true,
  '⊠': true,
  '✓': true,
  '✔': true,
}

function listNodes(items: readonly ItemParagraph[], context: Context): List[] {
  const lists: List[] = []
  let open: { readonly list: List; readonly level: number; readonly id: number }[] = []
  for (const item of items) {
    const { role } = item
    open = open.filter(({ level }) => level <= role.level)
    const isOrdered = numberOf(role) !== undefined
    const current = open.at(-1)
    const isNew =
      !current ||
      current.level < role.level ||
      current.list.ordered !== isOrdered ||
      (role.level === 0 && current.id !== role.list)
    if (isNew) {
      if (current && current.level === role.level) open = open.slice(0, -1)
      const list: List = {
        type: 'list',
        ordered: isOrdered,
        ...(isOrdered && { start: numberOf(role) ?? 1 }),
        spread: false,
        children: [],
      }
      const parent = open.at(-1)?.list.children.at(-1)
      if (parent) parent.children.push(list)
      else lists.push(list)
      open = [...open, { list, level: role.level, id: role.list }]
    }
    open.at(-1)?.list.children.push(itemNode(item, context))
  }
  return lists
}

/** Undefined for bullets, letters and Roman numerals, which Markdown has no lists of. */
function numberOf({ isNumbered, marker }: Item): number | undefined {
  const [read] = readMarkers(`${marker} x`)
  return isNumbered && read?.style.startsWith('1') ? read.value : undefined
}

function itemNode(item: ItemParagraph, context: Context): ListItem {
  const { role } = item
  const checked = role.isNumbered ? undefined : checkboxes[role.marker]
  const content = spansContent(item.spans, context, context.body)
  const hasOwnMarker = role.isNumbered && numberOf(role) === undefined
  const children: PhrasingContent[] = hasOwnMarker
    ? [{ type: 'text', value: `${role.marker} ` }, ...content]
    : content
  return {
    type: 'listItem',
    spread: false,
    ...(checked !== undefined && { checked }),
    children: [{ type: 'paragraph', children }],
  }
}

/** A table of one column is a frame around text. */
function tableNodes(table: Table, context: Context): BlockContent[] {
  const columns = table.columnWidths.length
  if (columns < 2) return table.rows.flatMap(row => row.flatMap(cell => blockNodes(cell.blocks, context)))
  const rows = table.rows.map(row => {
    const cells = Array.from({ length: columns }, (): TableCell => ({ type: 'tableCell', children: [] }))
    for (const cell of row) cells[cell.column] = cellNode(cell, context)
    return { type: 'tableRow' as const, children: cells }
  })
  const filled = rows.filter(({ children }) => children.some(cell => cell.children.length > 0))
  if (filled.length === 0) return []
  const align = Array.from({ length: columns }, (_, column) => alignOf(table, column))
  return [{ type: 'table', align, children: filled } satisfies TableNode]
}

function alignOf(table: Table, column: number): AlignType {
  const alignments = table.rows
    .slice(1)
    .flatMap(row =>
      row
        .filter(cell => cell.column === column && cell.columnSpan === 1)
        .flatMap(({ blocks: [block] }) => (block?.kind === 'paragraph' ? [block.alignment] : [])),
    )
  const has = (alignment: string) =>
    alignments.filter(own => own === alignment).length > 0.6 * alignments.length
  return has('end') ? 'right' : has('center') ? 'center' : null
}

/** Cells hold one line: paragraphs are separated by line breaks. */
function cellNode(cell: Cell, context: Context): TableCell {
  const lines = cell.blocks.flatMap(block => cellLines(block, context)).filter(line => line.length > 0)
  const children = lines.flatMap((line, index): PhrasingContent[] =>
    index > 0 ? [{ type: 'html', value: '<br>' }, ...line] : line,
  )
  return { type: 'tableCell', children: children as TableCell['children'] }
}

function cellLines(block: Block, context: Context): PhrasingContent[][] {
  if (block.kind === 'image') {
    const image = imageNode(block.id, context, block.text)
    if (image) return [[image]]
    return (block.text ?? []).map(value => [{ type: 'text', value }])
  }
  if (block.kind === 'table')
    return block.rows.map(row =>
      row.flatMap((cell, index): PhrasingContent[] => [
        ...(index > 0 ? [{ type: 'text' as const, value: ' ' }] : []),
        ...cell.blocks.flatMap(inner => cellLines(inner, context).flat()),
      ]),
    )
  const content = spansContent(block.spans, context, context.body)
  if (block.role.kind !== 'item') return [content]
  return [[{ type: 'text', value: `${block.role.marker} ` }, ...content]]
}
