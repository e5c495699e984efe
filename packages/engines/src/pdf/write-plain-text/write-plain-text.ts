/** Writes the laid-out document as plain text: one line per paragraph, tables in columns, footnotes at the end. */
import {
  type Block,
  type Cell,
  type Footnote,
  type LaidOutDocument,
  type Paragraph,
  type Table,
  unpagedLines,
} from '../../page-layout/model.ts'
import { textWidth } from './text-width.ts'

const indentOfLevel = '  '
const columnGap = '  '

export async function writePlainText(document: LaidOutDocument): Promise<Buffer> {
  const notes: Footnote[] = []
  const parts: string[] = unpagedLines(document.header).flatMap((line, index) =>
    index > 0 ? ['\n', line] : [line],
  )
  const blocks = document.pages.flatMap(page =>
    page.bands.flatMap(band => band.columns.flatMap(column => [...column.blocks])),
  )
  blocks.forEach((block, index) => {
    const text = writeBlock(block, notes)
    if (text === '') return
    const isTight = isItem(block) && isItem(blocks[index - 1])
    parts.push(parts.length === 0 ? '' : isTight ? '\n' : '\n\n', text)
  })
  notes.forEach((note, index) => {
    const text = note.paragraphs.map(paragraph => writeSpans(paragraph, notes)).join(' ')
    parts.push(index === 0 ? '\n\n' : '\n', `[${index + 1}] ${text}`)
  })
  for (const line of unpagedLines(document.footer)) parts.push('\n\n', line)
  return Buffer.from(`${parts.join('')}\n`)
}

function isItem(block: Block | undefined): boolean {
  return block?.kind === 'paragraph' && block.role.kind === 'item'
}

function writeBlock(block: Block, notes: Footnote[]): string {
  if (block.kind === 'image') return ''
  if (block.kind === 'table') return writeTable(block, notes)
  const text = writeSpans(block, notes)
  if (block.role.kind !== 'item') return text
  return `${indentOfLevel.repeat(block.role.level)}${block.role.marker} ${text}`
}

function writeSpans(paragraph: Paragraph, notes: Footnote[]): string {
  return paragraph.spans
    .map(span => (span.note ? `[${notes.push(span.note)}]` : span.text))
    .join('')
    .trim()
}

function writeTable(table: Table, notes: Footnote[]): string {
  const columns = table.columnWidths.length
  const rows = table.rows.map(row => {
    const lines: string[][] = Array.from({ length: columns }, () => [])
    for (const cell of row) lines[cell.column] = cellLines(cell, notes)
    return { cells: row, lines }
  })
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(
      0,
      ...rows.flatMap(({ cells, lines }) => {
        const spans = cells.find(cell => cell.column === column)?.columnSpan ?? 1
        return spans > 1 ? [0] : (lines[column] ?? []).map(textWidth)
      }),
    ),
  )
  return rows
    .flatMap(({ lines }) => {
      const height = Math.max(1, ...lines.map(cell => cell.length))
      return Array.from({ length: height }, (_, line) =>
        lines
          .map((cell, column) => pad(cell[line] ?? '', widths[column] ?? 0))
          .join(columnGap)
          .trimEnd(),
      )
    })
    .join('\n')
}

function cellLines(cell: Cell, notes: Footnote[]): string[] {
  return cell.blocks.flatMap(block => writeBlock(block, notes).split('\n'))
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)))
}
