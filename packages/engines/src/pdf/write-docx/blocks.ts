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
import type * as model from '../../page-layout/model.ts'
import { alignments, type BlockStart, type WritingContext, writeParagraph } from './paragraphs.ts'
import { emu, halfPoints, hex, pixels, twips } from './units.ts'

type WordBlock = Paragraph | Table

const maxRowHeight = 250

export function writeBlocks(
  blocks: readonly model.Block[],
  context: WritingContext,
  start: BlockStart = {},
): WordBlock[] {
  const written: WordBlock[] = []
  const anchorQueue = createAnchorQueue(context, start.before ?? [])
  let isPageStart = start.isPageStart === true
  const add = (...made: WordBlock[]) => {
    written.push(...made)
    isPageStart = false
  }
  for (const block of blocks) {
    if (block.kind === 'paragraph')
      add(writeParagraph(block, context, { isPageStart, before: anchorQueue.take(block) }))
    else if (block.kind === 'table') {
      if (isPageStart || !anchorQueue.isEmpty())
        add(new Paragraph({ pageBreakBefore: isPageStart, children: anchorQueue.take(), spacing: tight }))
      // Word merges adjacent tables without a paragraph between them.
      add(writeTable(block, context), new Paragraph({ spacing: tight }))
    } else if (block.placement !== 'block') anchorQueue.add(block)
    else {
      const image = writeImage(block, context)
      if (image) add(imageParagraph(block, [...anchorQueue.take(), image], isPageStart))
    }
  }
  if (!anchorQueue.isEmpty())
    add(new Paragraph({ children: anchorQueue.take(), pageBreakBefore: isPageStart }))
  return written
}

const tight = { before: 0, after: 0, line: 20, lineRule: LineRuleType.EXACT }

function writeTable(table: model.Table, context: WritingContext): Table {
  const edge = table.isRuled
    ? { style: BorderStyle.SINGLE, size: 4, color: hex(table.ruleColor) }
    : { style: BorderStyle.NONE, size: 0, color: 'auto' }
  const columnWidths = table.columnWidths.map(twips)
  return new Table({
    columnWidths,
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
    margins: { left: twips(4), right: twips(4), top: 0, bottom: 0 },
    ...(table.indent !== undefined && { indent: { size: twips(table.indent), type: WidthType.DXA } }),
    rows: table.rows.map(
      (row, index) =>
        new TableRow({
          children: row.map(cell => writeCell(cell, columnWidths, context, table.rowHeights?.[index])),
          ...rowHeight(table.rowHeights?.[index]),
        }),
    ),
  })
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
  const children = writeBlocks(cell.blocks, context)
  return new TableCell({
    width: { size: spanned.reduce((sum, width) => sum + width, 0), type: WidthType.DXA },
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
  return new ImageRun({
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
