/** Writes blocks in order: paragraphs, images, and tables with the blocks of their cells. */
import {
  BorderStyle,
  HeightRule,
  type ITableRowOptions,
  LineRuleType,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  WidthType,
} from 'docx'
import type * as model from '../../page-layout/model.ts'
import { createAnchorQueue, imageParagraph, writeImage } from './image-blocks.ts'
import { type BlockStart, type WritingContext, writeParagraph } from './paragraphs.ts'
import { halfPoints, hex, twips } from './units.ts'

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
