/** Lays out the whole document: extracts headers and footers, detects headings and lists, joins paragraphs across pages. */

import { knownFamily } from './fonts.ts'
import { findHeadings, isHeadingContinued } from './headings.ts'
import { type HyphenatedWords, joinSpans } from './join-lines.ts'
import { layOutPage } from './lay-out-page.ts'
import { createListFinder } from './lists.ts'
import type {
  Band,
  Block,
  Column,
  LaidOutDocument,
  Margins,
  PageLayout,
  Paragraph,
  Span,
  SpanStyle,
} from './model.ts'
import { isInFlow, plainText } from './model.ts'
import type { ImageMark, PageContent } from './page-content.ts'
import type { Fragment, OutlineEntry } from './page-model.ts'
import { boxAround, boxHeight, boxWidth } from './page-model.ts'
import { findRunningLines } from './running-lines.ts'
import { rotateUpright, type UprightPage } from './upright.ts'

export interface DocumentMetadata {
  readonly outline: readonly OutlineEntry[]
  readonly title?: string | undefined
  readonly author?: string | undefined
  readonly language?: string | undefined
}

interface LayoutOptions {
  /** Headers and footers stay in the text. */
  readonly keepsRunningLines?: boolean
}

const defaultMargin = 56
/** Height of the first line above its baseline, in font sizes. */
const ascent = 0.93

export function layOutDocument(
  contents: readonly PageContent[],
  metadata: DocumentMetadata,
  { keepsRunningLines = false }: LayoutOptions = {},
): LaidOutDocument {
  const upright = contents.map(rotateUpright)
  const running = findRunningLines(keepsRunningLines ? [] : upright, bodyStyleOf(upright).size)
  const pages = upright.map(page => withInlineImages(running.strip(page)))
  const body = bodyStyleOf(pages)
  const hyphenated = hyphenatedWords(pages)
  const margins = marginsOf(pages)
  const laidOut = pages.map((page, index): PageLayout => {
    const own = margins[index] as Margins
    const bounds = { left: own.left, right: page.width - own.right }
    return {
      number: page.number,
      width: page.width,
      height: page.height,
      margins: own,
      bands: layOutPage(page, { hyphenated, bodySize: body.size, bounds }),
      startsPage: index > 0,
    }
  })
  return {
    pages: joinOverPages(withRoles(withFixedEnds(laidOut), body, metadata.outline, hyphenated), hyphenated),
    header: running.header,
    footer: running.footer,
    bodySize: body.size,
    bodyFont: body,
    title: metadata.title,
    author: metadata.author,
    language: metadata.language,
  }
}

/** Style of most characters in the document. */
function bodyStyleOf(pages: readonly UprightPage[]): SpanStyle {
  const counts = new Map<string, { count: number; fragment: Fragment }>()
  for (const fragment of pages.flatMap(page => page.fragments)) {
    const key = `${Math.round(fragment.size * 2)} ${fragment.font.name}`
    const entry = counts.get(key) ?? { count: 0, fragment }
    entry.count += fragment.text.length
    counts.set(key, entry)
  }
  const most = [...counts.values()].reduce<{ count: number; fragment?: Fragment }>(
    (best, entry) => (entry.count > best.count ? entry : best),
    { count: 0 },
  ).fragment
  return {
    fontName: most?.font.name ?? '',
    size: most ? Math.round(most.size * 2) / 2 : 11,
    isBold: most?.font.isBold ?? false,
    isItalic: most?.font.isItalic ?? false,
    isMonospaced: most?.font.isMonospaced ?? false,
    hasSerifs: most?.font.hasSerifs ?? false,
    isUnderlined: false,
    color: most?.color ?? '#000000',
  }
}

function hyphenatedWords(pages: readonly UprightPage[]): HyphenatedWords {
  const words = new Set<string>()
  for (const { text } of pages.flatMap(page => page.fragments)) {
    if (!text.includes('-')) continue
    for (const [word] of text.toLowerCase().matchAll(/(?<!\p{L})\p{L}+-\p{L}+/gu)) words.add(word)
  }
  return words
}

/** Pages of the same size share their margins, because a nearly empty page does not show its own. */
function marginsOf(pages: readonly UprightPage[]): Margins[] {
  const edges = pages.map(edgesOf)
  return pages.map((page, index) => {
    const own = edges[index] as Margins
    const alike = edges.filter((edge, at) => isSameSize(pages[at], page) && Number.isFinite(edge.left))
    const middle = (side: keyof Margins) => {
      const values = alike.map(edge => edge[side]).sort((a, b) => a - b)
      return values[values.length >> 1] ?? defaultMargin
    }
    const left = Math.min(own.left, middle('left'))
    // A single page of short lines does not show its right margin; assume it equals the left one.
    const right = Math.min(own.right, middle('right'), alike.length < 3 ? Math.max(left, 18) : Infinity)
    return {
      left: clamp(left, page.width),
      right: clamp(right, page.width),
      top: clamp(Math.min(own.top, middle('top')), page.height),
      bottom: clamp(Math.min(own.bottom, middle('bottom')), page.height),
    }
  })
}

function clamp(margin: number, side: number): number {
  return Math.max(0, Math.min(Number.isFinite(margin) ? margin : defaultMargin, 0.4 * side))
}

function edgesOf(page: UprightPage): Margins {
  let edges = { left: Infinity, top: Infinity, right: Infinity, bottom: Infinity }
  for (const { left, right, baseline, size } of page.fragments) {
    edges = {
      left: Math.min(edges.left, left),
      right: Math.min(edges.right, page.width - right),
      top: Math.min(edges.top, baseline - ascent * size),
      bottom: Math.min(edges.bottom, page.height - baseline),
    }
  }
  return edges
}

function isSameSize(one: UprightPage | undefined, other: UprightPage): boolean {
  return one !== undefined && Math.abs(one.width - other.width) < 2 && Math.abs(one.height - other.height) < 2
}

function withRoles(
  pages: readonly PageLayout[],
  body: SpanStyle,
  outline: readonly OutlineEntry[],
  hyphenated: HyphenatedWords,
): PageLayout[] {
  const paragraphs = pages
    .flatMap(page => page.bands.flatMap(band => band.columns.flatMap(column => column.blocks)))
    .filter((block): block is Paragraph => block.kind === 'paragraph')
  const headings = findHeadings(paragraphs, body, outline, ({ tag }) => {
    if (tag === 'Title') return 1
    const level = Number(tag?.match(/^H([1-6])$/)?.[1])
    return level > 0 ? level : undefined
  })
  const lists = createListFinder()
  const change = ({ blocks, left, right }: Column): Block[] => {
    const changed: Block[] = []
    for (const block of blocks) {
      const level = block.kind === 'paragraph' ? headings.get(block) : undefined
      const last = changed.at(-1)
      if (block.kind !== 'paragraph' || level === undefined) changed.push(block)
      else {
        const heading = { ...block, role: { kind: 'heading' as const, level } }
        if (last?.kind === 'paragraph' && isHeadingContinued(last, heading, right - left))
          changed[changed.length - 1] = {
            ...last,
            spans: joinSpans(last.spans, heading.spans, hyphenated),
            box: boxAround([last.box, heading.box]),
          }
        else changed.push(heading)
      }
    }
    return lists.find(changed)
  }
  return pages.map(page => ({
    ...page,
    bands: page.bands.map(band => ({
      ...band,
      columns: band.columns.map(column => ({ ...column, blocks: change(column) })),
    })),
  }))
}

/** Share of the height: a column with this much room at the end of the page was ended early. */
const minRoom = 0.2
/** Share of the height: a short document does not show its bottom margin. */
const maxBottomMargin = 0.15

/** Without the fonts, a full column may need more lines than the source: then the text flows into the next one. */
function withFixedEnds(pages: readonly PageLayout[]): PageLayout[] {
  const columns = pages.flatMap(page => page.bands.flatMap(band => band.columns))
  const isExact = columns.every(column => column.blocks.filter(isInFlow).every(isReproducible))
  return pages.map(page => {
    const limit = pages.length < 3 ? maxBottomMargin * page.height : Infinity
    const end = page.height - Math.min(page.margins.bottom, limit)
    const hasFixedEnd = ({ blocks }: Column) =>
      isExact ||
      end - Math.max(0, ...blocks.filter(isInFlow).map(({ box }) => box.bottom)) > minRoom * page.height
    const bands = page.bands.map(band => ({
      ...band,
      columns: band.columns.map(column => ({ ...column, hasFixedEnd: hasFixedEnd(column) })),
    }))
    return { ...page, bands }
  })
}

function isReproducible(block: Block): boolean {
  if (block.kind !== 'paragraph') return true
  return block.spans.every(({ style, image }) => !image && knownFamily(style.fontName) !== undefined)
}

/** Merges a paragraph split by the end of a column or page into its first part. */
function joinOverPages(pages: readonly PageLayout[], hyphenated: HyphenatedWords): PageLayout[] {
  let open: { readonly blocks: Block[]; readonly columns: number; readonly hasFixedEnd: boolean } | undefined
  const joinColumn = (column: Column, columns: number): Column => {
    const blocks = [...column.blocks]
    const [first] = blocks
    const at = open?.blocks.findLastIndex(isInFlow) ?? -1
    const last = open?.blocks[at]
    const isJoined = first?.kind === 'paragraph' && last?.kind === 'paragraph' && isContinued(last, first)
    if (open && isJoined) {
      const spans = joinSpans(last.spans, first.spans, hyphenated)
      open.blocks[at] = {
        ...last,
        spans,
        codeLines: last.codeLines && first.codeLines && [...last.codeLines, ...first.codeLines],
        isOpenEnded: first.isOpenEnded,
        ...(open.hasFixedEnd &&
          open.columns > 1 &&
          columns > 1 && { columnBreaks: [...(last.columnBreaks ?? []), joint(spans, first.spans)] }),
      }
      blocks.shift()
    }
    const hasFixedEnd = column.hasFixedEnd === true
    open = blocks.some(isInFlow) ? { blocks, columns, hasFixedEnd } : open && { ...open, hasFixedEnd }
    return { ...column, blocks, ...(isJoined && { isContinued: true }) }
  }
  return pages.map((page, index) => {
    const bands = page.bands.map(
      (band): Band => ({
        ...band,
        columns: band.columns.map(column => joinColumn(column, band.columns.length)),
      }),
    )
    const before = pages[index - 1]?.bands.at(-1)?.columns.at(-1)
    const [first] = bands[0]?.columns[0]?.blocks ?? []
    const isChapter = first?.kind === 'paragraph' && first.role.kind === 'heading' && first.role.level === 1
    const isContinued = bands[0]?.columns[0]?.isContinued === true
    const hasFixedStart = before?.hasFixedEnd !== false || isChapter
    return { ...page, bands, startsPage: index > 0 && hasFixedStart && !isContinued }
  })
}

/** Where the second part begins; a word that was split by the column stays in the first. */
function joint(joined: readonly Span[], second: readonly Span[]): number {
  const text = plainText(joined)
  const start = text.length - plainText(second).length
  if (/\s$/.test(text.slice(0, start))) return start
  const space = text.slice(start).search(/\s/)
  return space < 0 ? start : start + space + 1
}

/** The second paragraph is the rest of the first, which a column or page ended. */
export function isContinued(last: Paragraph, first: Paragraph): boolean {
  if (first.role.kind !== 'body' || last.role.kind === 'heading') return false
  if (Math.abs(last.size - first.size) > 0.6 || last.isRightToLeft !== first.isRightToLeft) return false
  const [end, start] = [plainText(last.spans).trimEnd(), plainText(first.spans)]
  if (/[.!?:;。！？]["'”’)\]]*$/.test(end) || !last.isOpenEnded || !first.isFlushStart) return false
  return /^\p{Ll}/u.test(start) || /[,\p{Ll}-]$/u.test(end) || /^[\p{Lo}]/u.test(start)
}

/** In font sizes. */
const maxHeight = 2.8
const maxDistance = 1.2

/** Turns small images within a line of text into inline images. */
function withInlineImages(page: UprightPage): UprightPage {
  const fragments: Fragment[] = []
  const images = page.images.filter(mark => {
    const neighbor = neighborOf(mark, page.fragments)
    if (!neighbor) return true
    const { link: _link, role: _role, ...style } = neighbor
    const image = { id: mark.id, width: boxWidth(mark), height: boxHeight(mark) }
    fragments.push({ ...style, text: '', left: mark.left, right: mark.right, isAfterSpace: true, image })
    return false
  })
  return fragments.length === 0 ? page : { ...page, images, fragments: [...page.fragments, ...fragments] }
}

/** Word directly before or after an image that is not taller than a line and on the same line. */
function neighborOf(mark: ImageMark, fragments: readonly Fragment[]): Fragment | undefined {
  return fragments.find(fragment => {
    const gap = Math.max(mark.left - fragment.right, fragment.left - mark.right)
    const isOnLine = mark.top < fragment.baseline && mark.bottom > fragment.baseline - 0.7 * fragment.size
    const isLow = boxHeight(mark) <= maxHeight * fragment.size && boxWidth(mark) <= 8 * fragment.size
    return isLow && isOnLine && gap > -1 && gap < maxDistance * fragment.size
  })
}
