/** Writes paragraphs, tables and pictures. */
import {
  AlignmentType,
  BorderStyle,
  HeadingLevel,
  HeightRule,
  HorizontalPositionRelativeFrom,
  ImageRun,
  type IParagraphOptions,
  type ITableRowOptions,
  LineRuleType,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TabStopType,
  TextWrappingType,
  VerticalPositionRelativeFrom,
  WidthType,
} from 'docx'
import * as model from '../layout/model.ts'
import { hasKnownLineHeight, naturalLineHeight } from '../line-height.ts'
import type { EncodedPicture } from '../pictures.ts'
import type { LinePicture } from '../read/page-model.ts'
import type { Numbering } from './numbering.ts'
import { runsOf } from './runs.ts'
import type { TextStyles } from './text-styles.ts'
import { emu, hex, pixels, twips } from './units.ts'

export interface WritingContext {
  readonly styles: TextStyles
  readonly numbering: Numbering
  readonly pictures: ReadonlyMap<string, EncodedPicture>
  /** Keeps a footnote and answers its number. */
  readonly addNote: (note: model.Footnote) => number
}

type WordBlock = Paragraph | Table

const headingLevels = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
]
const maxRowHeight = 250

export interface BlockStart {
  readonly isPageStart?: boolean
  readonly before?: readonly ParagraphChild[]
}

export function writeBlocks(
  blocks: readonly model.Block[],
  context: WritingContext,
  start: BlockStart = {},
): WordBlock[] {
  const written: WordBlock[] = []
  let floating: ParagraphChild[] = [...(start.before ?? [])]
  let isPageStart = start.isPageStart === true
  const add = (block: WordBlock) => {
    written.push(block)
    isPageStart = false
  }
  for (const block of blocks) {
    if (block.kind === 'paragraph') {
      add(writeParagraph(block, context, { isPageStart, before: floating }))
      floating = []
    } else if (block.kind === 'table') {
      if (isPageStart || floating.length > 0)
        add(new Paragraph({ pageBreakBefore: isPageStart, children: floating, spacing: tight }))
      floating = []
      add(writeTable(block, context))
      // Two tables that touch would become one.
      add(new Paragraph({ spacing: tight }))
    } else {
      const image = writePicture(block, context)
      if (image && block.placement === 'block')
        add(
          new Paragraph({
            children: [...floating.splice(0), image],
            alignment: alignments[block.alignment],
            spacing: { before: twips(block.spaceBefore) },
            ...(block.indent > 0 && { indent: { start: twips(block.indent) } }),
            pageBreakBefore: isPageStart,
          }),
        )
      else if (image) floating.push(image)
    }
  }
  if (floating.length > 0) add(new Paragraph({ children: floating, pageBreakBefore: isPageStart }))
  return written
}

const tight = { before: 0, after: 0, line: 20, lineRule: LineRuleType.EXACT }

const alignments = {
  start: AlignmentType.START,
  centre: AlignmentType.CENTER,
  end: AlignmentType.END,
  justified: AlignmentType.BOTH,
} as const

export function writeParagraph(
  paragraph: model.Paragraph,
  context: WritingContext,
  start: BlockStart = {},
): Paragraph {
  const { role } = paragraph
  const base = (role.kind === 'heading' && context.styles.headings.get(role.level)) || context.styles.body
  const noteId = (span: model.Span) => (span.note ? context.addNote(span.note) : undefined)
  const writeLinePicture = ({ id, width, height }: LinePicture) => {
    const encoded = context.pictures.get(id)
    const transformation = { width: pixels(width), height: pixels(height) }
    return encoded && new ImageRun({ type: encoded.format, data: encoded.data, transformation })
  }
  const options: IParagraphOptions = {
    children: [...(start.before ?? []), ...runsOf(paragraph.spans, base, noteId, writeLinePicture)],
    ...(role.kind === 'heading' && { heading: headingLevels[role.level - 1] ?? HeadingLevel.HEADING_4 }),
    ...(role.kind === 'item' && {
      numbering: { reference: context.numbering.referenceOf(role), level: role.level },
    }),
    ...(paragraph.alignment !== 'start' && { alignment: alignments[paragraph.alignment] }),
    ...(role.kind !== 'item' && indentOf(paragraph)),
    ...(paragraph.fill !== undefined && {
      shading: { type: ShadingType.CLEAR, fill: hex(paragraph.fill), color: 'auto' },
    }),
    ...(paragraph.tabs &&
      role.kind !== 'item' && {
        tabStops: paragraph.tabs.map(position => ({ type: TabStopType.LEFT, position: twips(position) })),
      }),
    ...(paragraph.isRightToLeft && { bidirectional: true }),
    ...(start.isPageStart && { pageBreakBefore: true }),
    spacing: spacingOf(paragraph),
  }
  return new Paragraph(options)
}

function indentOf(paragraph: model.Paragraph): Pick<IParagraphOptions, 'indent'> {
  const { indent, firstIndent } = paragraph
  if (indent === 0 && firstIndent === 0) return {}
  return {
    indent: {
      start: twips(indent),
      ...(firstIndent < 0 ? { hanging: twips(-firstIndent) } : { firstLine: twips(firstIndent) }),
    },
  }
}

/** Lines as far apart as they were; where that depends on a font we cannot know, in points. */
function spacingOf(paragraph: model.Paragraph): NonNullable<IParagraphOptions['spacing']> {
  const around = { before: twips(paragraph.spaceBefore), after: twips(paragraph.spaceAfter ?? 0) }
  const [first] = paragraph.spans
  if (!first || paragraph.spans.some(span => span.picture)) return around
  const natural = naturalLineHeight(first.style)
  if (!hasKnownLineHeight(first.style, model.plainText(paragraph.spans))) {
    const leading = paragraph.leading ?? natural * paragraph.size
    return { ...around, line: twips(leading), lineRule: LineRuleType.EXACT }
  }
  const ratio = paragraph.leading === undefined ? 1 : paragraph.leading / (paragraph.size * natural)
  const line = Math.round(240 * Math.min(3, Math.max(0.7, ratio)))
  return { ...around, ...(Math.abs(line - 240) > 2 && { line, lineRule: LineRuleType.AUTO }) }
}

function writeTable(table: model.Table, context: WritingContext): Table {
  const edge = table.isRuled
    ? { style: BorderStyle.SINGLE, size: 4, color: hex(table.ruleColour) }
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
    margins: {
      left: twips(4),
      right: twips(4),
      top: table.isRuled ? twips(1) : 0,
      bottom: table.isRuled ? twips(1) : 0,
    },
    ...(table.indent !== undefined && { indent: { size: twips(table.indent), type: WidthType.DXA } }),
    rows: table.rows.map(
      (row, index) =>
        new TableRow({
          children: row.map(cell => writeCell(cell, columnWidths, context)),
          ...rowHeight(table.rowHeights?.[index]),
        }),
    ),
  })
}

/** A row higher than a third of a page is written without: it would leave half a page empty. */
function rowHeight(height: number | undefined): Pick<ITableRowOptions, 'height'> {
  if (height === undefined || height === 0 || height > maxRowHeight) return {}
  return { height: { value: twips(height), rule: HeightRule.ATLEAST } }
}

function writeCell(cell: model.Cell, columnWidths: readonly number[], context: WritingContext): TableCell {
  const spanned = columnWidths.slice(cell.column, cell.column + cell.columnSpan)
  const children = writeBlocks(cell.blocks, context)
  return new TableCell({
    width: { size: spanned.reduce((sum, width) => sum + width, 0), type: WidthType.DXA },
    ...(cell.columnSpan > 1 && { columnSpan: cell.columnSpan }),
    ...(cell.rowSpan > 1 && { rowSpan: cell.rowSpan }),
    ...(cell.fill !== undefined && {
      shading: { type: ShadingType.CLEAR, fill: hex(cell.fill), color: 'auto' },
    }),
    children: children.length > 0 ? children : [new Paragraph({})],
  })
}

function writePicture(picture: model.Picture, context: WritingContext): ImageRun | undefined {
  const encoded = context.pictures.get(picture.id)
  if (!encoded) return undefined
  const size = { width: pixels(picture.width), height: pixels(picture.height) }
  const isFloating = picture.placement !== 'block'
  const isBehind = picture.placement === 'behind'
  return new ImageRun({
    type: encoded.format,
    data: encoded.data,
    transformation: size,
    ...(isFloating && {
      floating: {
        horizontalPosition: { relative: HorizontalPositionRelativeFrom.PAGE, offset: emu(picture.box.left) },
        verticalPosition: isBehind
          ? { relative: VerticalPositionRelativeFrom.PAGE, offset: emu(picture.box.top) }
          : { relative: VerticalPositionRelativeFrom.PARAGRAPH, offset: 0 },
        behindDocument: isBehind,
        allowOverlap: true,
        wrap: { type: isBehind ? TextWrappingType.NONE : TextWrappingType.SQUARE },
        margins: { left: emu(6), right: emu(6), top: 0, bottom: 0 },
      },
    }),
  })
}
