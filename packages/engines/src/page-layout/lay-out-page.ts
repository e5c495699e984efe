/** Lays out one page: tables, footnotes, columns, paragraphs and images. */
import { findAlignedTable } from './aligned-table.ts'
import { isRightToLeftText } from './bidi.ts'
import { type FlowContext, flowBlocks } from './flow-blocks.ts'
import { extractFootnotes, linkFootnotes } from './footnotes.ts'
import { findGrids, type Grid, splitRows } from './grid.ts'
import type { HyphenatedWords } from './join-lines.ts'
import { buildSegments } from './lines.ts'
import { type Band, type Block, type Column, isInFlow, type Paragraph, type Table } from './model.ts'
import { blocksOf, columnGapOf, orderBlocks } from './order-blocks.ts'
import { type Box, boxAround, boxHeight, type Fragment, type Rule, rotatePoint } from './page-model.ts'
import type { ColumnBounds } from './paragraphs.ts'
import { placeImages } from './place-images.ts'
import { type Item, type RegionPart, type RuledTable, splitRegion } from './regions.ts'
import type { TableEvidence } from './table-columns.ts'
import { alignedTable, fillFinder, ruledTable } from './tables.ts'
import type { UprightPage } from './upright.ts'
import { classifyFills, withMarks } from './word-marks.ts'
import { partsOfZones } from './zone-columns.ts'

/** Sets the spacing around tables and images, which lines do not account for. */
const maxSpace = 72
const minIndent = 6
/** Part of the line height outside the letters, in font sizes. */
const lineMargin = 0.15

function withSpacing(blocks: readonly Block[], left: number): Block[] {
  return blocks.map((block, index) => {
    const [before, after] = [blocks[index - 1], blocks[index + 1]]
    if (block.kind === 'table') return withIndent(block, left)
    if (block.kind === 'image')
      return before && block.placement === 'block' ? { ...block, spaceBefore: between(before, block) } : block
    const own = before && takesSpace(before) ? { spaceBefore: between(before, block) } : {}
    return { ...block, ...own, ...(after?.kind === 'table' && { spaceAfter: between(block, after) }) }
  })
}

function withIndent(table: Table, left: number): Table {
  const indent = table.box.left - left
  return Math.abs(indent) > minIndent ? { ...table, indent } : table
}

/** Between bands, only the first column keeps the distance to the content above. */
function withBandSpacing(bands: readonly Band[]): Band[] {
  return bands.map((band, index) => {
    const above = bands[index - 1]
    const [column, ...others] = band.columns
    const [first, ...rest] = column?.blocks ?? []
    if (!above || !column || !first || first.kind === 'table') return band
    const own = first.kind === 'paragraph' ? lineMargin * first.size : 0
    const spaceBefore = Math.max(0, Math.min(maxSpace, first.box.top - above.bottom - 2 * own))
    return { ...band, columns: [{ ...column, blocks: [{ ...first, spaceBefore }, ...rest] }, ...others] }
  })
}

/** Floating images take no space between lines. */
function takesSpace(block: Block): boolean {
  return block.kind === 'table' || (block.kind === 'image' && block.placement === 'block')
}

function between(above: Block, below: Block): number {
  const marginOf = (block: Block) => (block.kind === 'paragraph' ? lineMargin * block.size : 0)
  return Math.max(0, Math.min(maxSpace, below.box.top - above.box.bottom - marginOf(above) - marginOf(below)))
}

export interface LayoutContext {
  readonly hyphenated: HyphenatedWords
  readonly bodySize: number
  /** Horizontal text area of the document's pages. */
  readonly bounds: ColumnBounds
}

export function layOutPage(page: UprightPage, layoutContext: LayoutContext): Band[] {
  const { markers, backgrounds } = classifyFills(page.fills, page.fragments)
  const context: FlowContext = {
    hyphenated: layoutContext.hyphenated,
    fillAt: fillFinder(backgrounds, page),
    isRightToLeft: isRightToLeftText(page.fragments.map(({ text }) => text).join('')),
  }
  const tables: RuledTable[] = []
  let fragments: readonly Fragment[] = page.fragments
  const evidence = { rules: page.rules, hasSpaces: hasSpaces(page.fragments) }
  for (const grid of findGrids(page.rules)) {
    if (isFrameOfTable(grid, fragments, evidence)) continue
    const found = ruledTable(splitRows(grid, fragments), fragments, context)
    if (!found) continue
    tables.push({ ...found.table.box, table: found.table })
    fragments = fragments.filter(fragment => !found.taken.has(fragment))
  }
  const notes = extractFootnotes(
    fragments,
    page.rules,
    { height: page.height, bodySize: layoutContext.bodySize, isRightToLeft: context.isRightToLeft },
    layoutContext.bounds,
    layoutContext.hyphenated,
  )
  const free = page.rules.filter(rule => !tables.some(table => isWithin(rule, table)))
  const segmentsOf = (text: readonly Fragment[], columnGap?: number) =>
    buildSegments(text, columnGap, free).map(segment => withMarks(segment, free, markers))
  const rest = withDropCaps(notes.rest)
  const blocks = tables.length === 0 ? blocksOf(rest) : undefined
  const columnGap = blocks && columnGapOf(rest)
  const parts = blocks
    ? partsOfZones(orderBlocks(blocks.map(block => segmentsOf(block, columnGap))))
    : splitRegion([...segmentsOf(rest), ...tables], { ...evidence, rules: free }).flatMap(part =>
        withoutTitle(part, page.images),
      )
  const bands = bandsOf(parts, layoutContext.bounds, context)
  const linked = new Set<string>()
  const withNotes = mapColumns(bands, blocks => linkFootnotes(blocks, notes.notes, linked))
  const unlinked = [...notes.notes]
    .filter(([sign]) => !linked.has(sign))
    .flatMap(([, note]) => note.paragraphs)
  const otherDirections = page.otherDirections.flatMap(rotated => rotatedBlocks(rotated, page, context))
  const placed = withBandSpacing(
    mapColumns(placeImages(page, withNotes), (blocks, { left }) => withSpacing(blocks, left)),
  )
  return appendBlocks(
    appendBlocks(placed, unlinked, layoutContext.bounds),
    otherDirections,
    layoutContext.bounds,
  )
}

/** A grid without vertical rules inside, around text that is aligned in columns. */
function isFrameOfTable(grid: Grid, fragments: readonly Fragment[], evidence: TableEvidence): boolean {
  if (grid.columnEdges.length > 2) return false
  const own = fragments.filter(({ left, right, baseline }) => {
    const x = (left + right) / 2
    return x > grid.left && x < grid.right && baseline > grid.top && baseline < grid.bottom
  })
  return findAlignedTable(buildSegments(own, undefined, evidence.rules), evidence) !== undefined
}

/** Relative to the text beside it. */
const minDropCap = 2

/** A large first letter beside several lines belongs to the first word of the first of them. */
function withDropCaps(fragments: readonly Fragment[]): readonly Fragment[] {
  const merged = new Map<Fragment, Fragment | undefined>()
  for (const capital of fragments.filter(({ text }) => /^\p{Lu}$/u.test(text))) {
    const beside = fragments.filter(
      ({ left, baseline, size }) =>
        capital.size > minDropCap * size &&
        left > capital.right - 0.2 * size &&
        left < capital.right + size &&
        baseline > capital.baseline - 0.75 * capital.size &&
        baseline < capital.baseline + 0.3 * size,
    )
    const [first, second] = beside.sort((a, b) => a.baseline - b.baseline)
    if (!first || !second || second.baseline === first.baseline) continue
    merged.set(capital, undefined)
    merged.set(first, { ...first, text: capital.text + first.text, left: capital.left })
  }
  if (merged.size === 0) return fragments
  return fragments.flatMap(fragment => {
    const changed = merged.has(fragment) ? merged.get(fragment) : fragment
    return changed ? [changed] : []
  })
}

const letters = /^\p{L}+$/u

/** Words of the page are separated by space characters, not only by their positions. */
function hasSpaces(fragments: readonly Fragment[]): boolean {
  let [separated, apart] = [0, 0]
  fragments.forEach((fragment, at) => {
    const before = fragments[at - 1]
    if (!before || before.baseline !== fragment.baseline) return
    if (!letters.test(before.text) || !letters.test(fragment.text)) return
    const gap = fragment.left - before.right
    const space = fragment.spaceWidth ?? 0
    if (fragment.isAfterSpace) separated += 1
    else if (gap > 0.5 * space && gap < 1.6 * space) apart += 1
  })
  return separated >= apart
}

/** In font sizes of the text below. */
const titleGap = 0.9
const minTitleSize = 1.2
const maxTopShift = 1.5
const maxTitleLines = 8

/** A title that ends before the gutter was taken for the start of the first column: it extends over all columns. */
function withoutTitle(part: RegionPart, images: readonly Box[]): RegionPart[] {
  if (part.kind !== 'columns') return [part]
  const [first, ...others] = part.columns
  const [start, ...rest] = first ?? []
  if (start?.kind !== 'flow') return [part]
  const tops = others.map(column => boxAround(column.map(boxOfPart)).top)
  const top = Math.min(...tops)
  const title = start.items.filter(item => item.bottom <= top)
  const text = start.items.filter(item => item.bottom > top)
  const [above, below] = [boxAround(title), boxAround(text)]
  if (title.length === 0 || title.length > maxTitleLines || text.length === 0) return [part]
  const size = boxHeight(text.reduce((highest, item) => (item.top < highest.top ? item : highest)))
  const startsAtTop = [below.top, ...tops].every(edge => edge - top < maxTopShift * size)
  const isLarger = title.some(item => boxHeight(item) > minTitleSize * size)
  const isApart = isLarger || below.top - above.bottom > titleGap * size
  const columns = boxAround(others.flat().map(boxOfPart))
  const isBesideImage = images.some(
    image =>
      image.right > columns.left && image.left < columns.right && image.top < top && image.bottom > above.top,
  )
  if (!startsAtTop || !isApart || isBesideImage) return [part]
  return [
    { kind: 'flow', items: title },
    { ...part, columns: [[{ ...start, items: text }, ...rest], ...others] },
  ]
}

function bandsOf(parts: readonly RegionPart[], bounds: ColumnBounds, context: FlowContext): Band[] {
  const bands: Band[] = []
  for (const part of parts) {
    const box = boxOfPart(part)
    if (part.kind === 'columns') {
      const columns = part.columns.map(column => columnOf(column, context))
      bands.push({ columns, top: box.top, bottom: box.bottom })
      continue
    }
    const last = bands.at(-1)
    const blocks = blocksOfPart(part, bounds, context)
    if (last?.columns.length === 1 && last.columns[0]) {
      const [column] = last.columns
      const longer = { ...column, blocks: [...column.blocks, ...blocks] }
      bands[bands.length - 1] = { columns: [longer], top: last.top, bottom: box.bottom }
    } else bands.push({ columns: [{ ...bounds, blocks }], top: box.top, bottom: box.bottom })
  }
  return bands
}

function columnOf(parts: readonly RegionPart[], context: FlowContext): Column {
  const { left, right } = boxAround(parts.map(boxOfPart))
  return { left, right, blocks: parts.flatMap(part => blocksOfPart(part, { left, right }, context)) }
}

function blocksOfPart(part: RegionPart, bounds: ColumnBounds, context: FlowContext): Block[] {
  if (part.kind === 'flow') return flowBlocks(part.items, bounds, context)
  if (part.kind === 'aligned-table') return [alignedTable(part.table, context)]
  return part.columns.flatMap(column => columnOf(column, context).blocks)
}

function boxOfPart(part: RegionPart): Box {
  if (part.kind === 'flow') return boxAround(part.items)
  if (part.kind === 'aligned-table') return part.table
  return boxAround(part.columns.flat().map(boxOfPart))
}

function mapColumns(
  bands: readonly Band[],
  change: (blocks: readonly Block[], column: Column) => readonly Block[],
): Band[] {
  return bands.map(band => ({
    ...band,
    columns: band.columns.map(column => ({ ...column, blocks: change(column.blocks, column) })),
  }))
}

function rotatedBlocks(fragments: readonly Fragment[], page: UprightPage, context: FlowContext): Block[] {
  const items: Item[] = buildSegments(fragments)
  const { left, right } = boxAround(items)
  const blocks = flowBlocks(items, { left, right }, context)
  const angle = Math.round((fragments[0]?.angle ?? 0) / 90) * 90
  if (!page.isTurned && (angle === 90 || angle === 270))
    return blocks.map(block => (block.kind === 'paragraph' ? withVertical(block, angle) : block))
  return blocks
}

function withVertical(paragraph: Paragraph, angle: 90 | 270): Paragraph {
  const { left, top, right, bottom } = paragraph.box
  const [x0, y0] = rotatePoint(left, top, -angle)
  const [x1, y1] = rotatePoint(right, bottom, -angle)
  const box = {
    left: Math.min(x0, x1),
    right: Math.max(x0, x1),
    top: Math.min(y0, y1),
    bottom: Math.max(y0, y1),
  }
  return { ...paragraph, box, vertical: angle === 270 ? 'up' : 'down' }
}

/** Vertical text is beside the others and needs no separate band. */
function appendBlocks(bands: readonly Band[], blocks: readonly Block[], bounds: ColumnBounds): Band[] {
  if (blocks.length === 0) return [...bands]
  const last = bands.at(-1)
  const column = last?.columns.at(-1)
  const isBeside = !blocks.some(isInFlow)
  if (last && column && (last.columns.length === 1 || isBeside)) {
    const longer = { ...column, blocks: [...column.blocks, ...blocks] }
    return [...bands.slice(0, -1), { ...last, columns: [...last.columns.slice(0, -1), longer] }]
  }
  const bottom = last?.bottom ?? 0
  return [...bands, { columns: [{ ...bounds, blocks }], top: bottom, bottom }]
}

function isWithin(rule: Rule, box: Box): boolean {
  return (
    rule.left >= box.left - 3 &&
    rule.right <= box.right + 3 &&
    rule.top >= box.top - 3 &&
    rule.bottom <= box.bottom + 3
  )
}
