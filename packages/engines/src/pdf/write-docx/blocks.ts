/** Writes blocks in order: paragraphs, images, and tables with the blocks of their cells. */
import {
  BorderStyle,
  HeightRule,
  HorizontalPositionRelativeFrom,
  ImageRun,
  type ITableRowOptions,
  LineRuleType,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextWrappingType,
  VerticalPositionRelativeFrom,
  WidthType,
} from 'docx'
import { ShapeRun } from 'docx/shapes'
import type * as model from '../../page-layout/model.ts'
import {
  alignments,
  type BlockStart,
  columnBreak,
  type WritingContext,
  writeParagraph,
} from './paragraphs.ts'
import { emu, halfPoints, hex, pixels, twips } from './units.ts'

type WordBlock = Paragraph | Table

const maxRowHeight = 250

export function writeBlocks(
  blocks: readonly model.Block[],
  context: WritingContext,
  start: BlockStart = {},
): WordBlock[] {
  const written: WordBlock[] = []
  const vertical = blocks.flatMap(block => (isVertical(block) ? writeVertical(block, context) : []))
  const anchorQueue = createAnchorQueue(context, [...(start.before ?? []), ...vertical])
  let isPageStart = start.isPageStart === true
  const add = (...made: WordBlock[]) => {
    written.push(...made)
    isPageStart = false
  }
  for (const block of blocks.filter(block => !isVertical(block))) {
    if (block.kind === 'paragraph')
      splitAtColumns(block).forEach((part, index) => {
        const before = index > 0 ? [columnBreak()] : anchorQueue.take(block)
        add(writeParagraph(part, context, { isPageStart, before }))
      })
    else if (block.kind === 'table') {
      if (isPageStart || !anchorQueue.isEmpty())
        add(new Paragraph({ pageBreakBefore: isPageStart, children: anchorQueue.take(), spacing: tight }))
      // Word merges adjacent tables without a paragraph between them.
      add(writeTable(block, context, start.width), new Paragraph({ spacing: tight }))
    } else if (block.placement !== 'block') anchorQueue.add(block)
    else {
      const image = writeImage(fitImage(block, start.width), context)
      if (image) add(imageParagraph(block, [...anchorQueue.take(), image], isPageStart))
    }
  }
  if (!anchorQueue.isEmpty())
    add(new Paragraph({ children: anchorQueue.take(), pageBreakBefore: isPageStart }))
  return written
}

/**
 * A paragraph that continues in the next column becomes one for each column: LibreOffice neither justifies nor indents
 * what follows a column break within a paragraph.
 */
function splitAtColumns(paragraph: model.Paragraph): model.Paragraph[] {
  const { columnBreaks = [], role } = paragraph
  return splitSpans(paragraph.spans, columnBreaks).map((spans, index) => {
    if (index === 0) return { ...paragraph, spans }
    const rest = { ...paragraph, spans, firstIndent: 0, spaceBefore: 0 }
    return role.kind === 'item' ? { ...rest, role: { kind: 'body' } } : rest
  })
}

/** Parts of the text between the positions. */
function splitSpans(spans: readonly model.Span[], positions: readonly number[]): model.Span[][] {
  const parts: model.Span[][] = [[]]
  let start = 0
  for (const span of spans) {
    const end = start + span.text.length
    let from = 0
    for (const position of positions.filter(position => position > start && position <= end)) {
      parts.at(-1)?.push({ ...span, text: span.text.slice(from, position - start) })
      parts.push([])
      from = position - start
    }
    if (from === 0) parts.at(-1)?.push(span)
    else if (from < span.text.length) parts.at(-1)?.push({ ...span, text: span.text.slice(from) })
    start = end
  }
  return parts
}

type VerticalText = model.Paragraph & Required<Pick<model.Paragraph, 'vertical'>>

function isVertical(block: model.Block): block is VerticalText {
  return block.kind === 'paragraph' && block.vertical !== undefined
}

/** Room for a substitute font, in font sizes. */
const verticalSlack = 2

/** A text box on the page, anchored to the first paragraph. */
function writeVertical(block: VerticalText, context: WritingContext): ShapeRun {
  const { vertical, box } = block
  const slack = verticalSlack * block.size
  return new ShapeRun({
    type: 'rectangle',
    transformation: {
      width: pixels(box.right - box.left + slack),
      height: pixels(box.bottom - box.top + slack),
    },
    fill: 'none',
    line: 'none',
    textOptions: {
      direction: vertical === 'up' ? 'bottomToTop' : 'topToBottom',
      verticalAlignment: 'top',
      margins: { left: 0, right: 0, top: 0, bottom: 0 },
    },
    children: [writeParagraph({ ...block, indent: 0, firstIndent: 0, spaceBefore: 0 }, context)],
    floating: {
      horizontalPosition: {
        relative: HorizontalPositionRelativeFrom.PAGE,
        offset: emu(Math.max(0, box.left)),
      },
      verticalPosition: {
        relative: VerticalPositionRelativeFrom.PAGE,
        offset: emu(Math.max(0, vertical === 'up' ? box.top - slack : box.top)),
      },
      behindDocument: true,
      allowOverlap: true,
      wrap: { type: TextWrappingType.NONE },
    },
  })
}

const tight = { before: 0, after: 0, line: 20, lineRule: LineRuleType.EXACT }

function writeTable(table: model.Table, context: WritingContext, available = Infinity): Table {
  const edge = table.isRuled
    ? { style: BorderStyle.SINGLE, size: 4, color: hex(table.ruleColor) }
    : { style: BorderStyle.NONE, size: 0, color: 'auto' }
  const { columnWidths, indent, cellMargin } = fitTable(table, available)
  return new Table({
    columnWidths: [...columnWidths],
    width: { size: columnWidths.reduce((sum, width) => sum + width, 0), type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
    borders: {
      top: edge,
      bottom: edge,
      left: edge,
      right: edge,
      insideHorizontal: edge,
      insideVertical: edge,
    },
    margins: { left: twips(cellMargin), right: twips(cellMargin), top: 0, bottom: 0 },
    ...(indent !== 0 && { indent: { size: twips(indent), type: WidthType.DXA } }),
    rows: table.rows.map(
      (row, index) =>
        new TableRow({
          children: row.map(cell => writeCell(cell, columnWidths, context, table.rowHeights?.[index])),
          ...rowHeight(table.rowHeights?.[index]),
        }),
    ),
  })
}

const cellMargin = 4
/** A table that had to be made narrower gives up its margins first, so that its texts still fit on their lines. */
const tightCellMargin = 1.5

interface FittedTable {
  /** In twips. */
  readonly columnWidths: readonly number[]
  readonly indent: number
  readonly cellMargin: number
}

/** Moves a table that exceeds the text area to its start; makes its columns narrower if that is not enough. */
function fitTable(table: model.Table, available: number): FittedTable {
  const width = table.columnWidths.reduce((sum, column) => sum + column, 0)
  const scale = Math.min(1, available / width)
  return {
    columnWidths: table.columnWidths.map(column => Math.floor(twips(column) * scale)),
    indent: Math.max(0, Math.min(table.indent ?? 0, available - width)),
    cellMargin: scale < 1 ? tightCellMargin : cellMargin,
  }
}

/** Rows higher than about a third of a page get no minimum height: they could leave half a page empty. */
function rowHeight(height: number | undefined): Pick<ITableRowOptions, 'height'> {
  if (height === undefined || height === 0 || height > maxRowHeight) return {}
  return { height: { value: twips(height), rule: HeightRule.ATLEAST } }
}

function writeCell(
  cell: model.Cell,
  columnWidths: readonly number[],
  context: WritingContext,
  height = 0,
): TableCell {
  const spanned = columnWidths.slice(cell.column, cell.column + cell.columnSpan)
  const size = spanned.reduce((sum, width) => sum + width, 0)
  const children = writeBlocks(cell.blocks, context, { width: size / 20 - 2 * cellMargin })
  return new TableCell({
    width: { size, type: WidthType.DXA },
    ...(cell.columnSpan > 1 && { columnSpan: cell.columnSpan }),
    ...(cell.rowSpan > 1 && { rowSpan: cell.rowSpan }),
    ...(cell.fill !== undefined && {
      shading: { type: ShadingType.CLEAR, fill: hex(cell.fill), color: 'auto' },
    }),
    children: children.length > 0 ? children : [emptyParagraph(height, context)],
  })
}

/** Limits the font size, because an empty paragraph would otherwise enlarge the row. */
function emptyParagraph(height: number, context: WritingContext): Paragraph {
  const size = Math.min(context.styles.body.size, height / 1.3)
  return height > 0 ? new Paragraph({ run: { size: halfPoints(size) } }) : new Paragraph({})
}

/** Collects content to be anchored at the next paragraph: floating images and column breaks. */
function createAnchorQueue(context: WritingContext, start: readonly ParagraphChild[]) {
  let before = [...start]
  let floating: model.Image[] = []
  return {
    add: (image: model.Image) => floating.push(image),
    isEmpty: () => before.length + floating.length === 0,
    take(host?: model.Paragraph): ParagraphChild[] {
      const anchored = floating.flatMap(image => writeImage(image, context, host) ?? [])
      const children = [...before, ...anchored]
      before = []
      floating = []
      return children
    },
  }
}

function imageParagraph(
  image: model.Image,
  children: readonly ParagraphChild[],
  isPageStart: boolean,
): Paragraph {
  return new Paragraph({
    children,
    alignment: alignments[image.alignment],
    spacing: { before: twips(image.spaceBefore) },
    ...(image.indent > 0 && { indent: { start: twips(image.indent) } }),
    pageBreakBefore: isPageStart,
  })
}

function fitImage(image: model.Image, available = Infinity): model.Image {
  const scale = Math.min(1, available / image.width)
  return { ...image, width: image.width * scale, height: image.height * scale }
}

/** From the top of the anchor paragraph, including the space above it. */
function offsetFrom(host: model.Paragraph | undefined, image: model.Image): number {
  if (!host) return 0
  return Math.max(0, host.spaceBefore + image.box.top - host.box.top)
}

function writeImage(
  image: model.Image,
  context: WritingContext,
  host?: model.Paragraph,
): ImageRun | undefined {
  const encoded = context.images.get(image.id)
  if (!encoded) return undefined
  const size = { width: pixels(image.width), height: pixels(image.height) }
  const isFloating = image.placement !== 'block'
  const isBehind = image.placement === 'behind'
  const description = image.text?.join(' ')
  return new ImageRun({
    ...(description !== undefined && { altText: { name: '', description } }),
    type: encoded.format,
    data: encoded.data,
    transformation: size,
    ...(isFloating && {
      floating: {
        horizontalPosition: { relative: HorizontalPositionRelativeFrom.PAGE, offset: emu(image.box.left) },
        verticalPosition: isBehind
          ? { relative: VerticalPositionRelativeFrom.PAGE, offset: emu(image.box.top) }
          : { relative: VerticalPositionRelativeFrom.PARAGRAPH, offset: emu(offsetFrom(host, image)) },
        behindDocument: isBehind,
        allowOverlap: true,
        wrap: { type: isBehind ? TextWrappingType.NONE : TextWrappingType.SQUARE },
        margins: { left: emu(6), right: emu(6), top: 0, bottom: 0 },
      },
    }),
  })
}
