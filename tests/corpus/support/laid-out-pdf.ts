/** Lays out a PDF in this process and returns what a reader gets: the text in order, and the tables as matrices of cells. */
import { layOutDocument } from '@filesmith/engines/page-layout/lay-out-document'
import {
  type Block,
  isMarginStamp,
  type LaidOutDocument,
  plainText,
  type Table,
} from '@filesmith/engines/page-layout/model'
import { findUnreadImages, withImageText } from '@filesmith/engines/pdf/image-text'
import { openDocument } from '@filesmith/engines/pdf/read/open-document'
import type { RecognizedImage } from '@filesmith/engines/pdf/recognized-pages'
import type { UnreadImage } from '@filesmith/engines/pdf/request'

export interface LaidOutText {
  /** Paragraphs and table rows, one per line; without headers, footers and stamps in the margin. */
  readonly text: string
  /** By table, row and column. A merged cell has its text in every place that it covers. */
  readonly tables: readonly (readonly (readonly string[])[])[]
}

/** `readImages` recognizes the text of images, as the engine does; without it they have none. */
export async function layOutPdf(
  bytes: Uint8Array,
  readImages: (images: readonly UnreadImage[]) => Promise<readonly RecognizedImage[]> = async () => [],
): Promise<LaidOutDocument> {
  const document = await openDocument(new Uint8Array(bytes), { maxPages: 1000, maxPixels: 100_000_000 })
  try {
    const pages = []
    for (let number = 1; number <= document.pageCount; number++) {
      const page = await document.page(number)
      pages.push({ ...page, images: page.images.map((image, index) => ({ ...image, id: `${index}` })) })
    }
    const images = await readImages(findUnreadImages(pages))
    const read = pages.map(page =>
      withImageText(
        page,
        images.filter(image => image.page === page.number),
      ),
    )
    const { title, author, language } = document
    return layOutDocument(read, { outline: await document.outline(), title, author, language })
  } finally {
    await document.close()
  }
}

export function laidOutText(document: LaidOutDocument): LaidOutText {
  const blocks = document.pages.flatMap(page =>
    page.bands.flatMap(band =>
      band.columns.flatMap(column => column.blocks.filter(block => !isMarginStamp(block, page))),
    ),
  )
  const tables: Table[] = []
  return { text: blocks.map(block => textOf(block, tables)).join('\n'), tables: tables.map(matrixOf) }
}

function textOf(block: Block, tables: Table[]): string {
  if (block.kind === 'image') return block.text?.join('\n') ?? ''
  if (block.kind === 'paragraph') {
    const notes = block.spans.flatMap(span => span.note?.paragraphs ?? []).map(note => textOf(note, tables))
    const marker = block.role.kind === 'item' ? `${block.role.marker} ` : ''
    return [marker + plainText(block.spans), ...notes].join('\n')
  }
  tables.push(block)
  return block.rows
    .map(row => row.map(cell => cell.blocks.map(inner => textOf(inner, tables)).join(' ')).join('\t'))
    .join('\n')
}

function matrixOf(table: Table): string[][] {
  const matrix = table.rows.map(() => table.columnWidths.map(() => ''))
  table.rows.forEach((row, at) => {
    for (const cell of row) {
      const text = cell.blocks.map(block => textOf(block, [])).join(' ')
      for (const line of matrix.slice(at, at + cell.rowSpan))
        line.fill(text, cell.column, cell.column + cell.columnSpan)
    }
  })
  return matrix
}
