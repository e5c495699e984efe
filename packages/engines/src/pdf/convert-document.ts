/** Converts a PDF to DOCX, HTML, Markdown or text: reads page by page, lays out the whole document, then writes it. */

import { findDrawings } from '../page-layout/drawings.ts'
import { layOutDocument } from '../page-layout/lay-out-document.ts'
import {
  type Block,
  type Cell,
  type Footnote,
  isMarginStamp,
  type LaidOutDocument,
  type Paragraph,
  type Table,
  unpagedLines,
} from '../page-layout/model.ts'
import { type ImageMark, isScan, type PageContent, withRecognizedWords } from '../page-layout/page-content.ts'
import {
  type Box,
  boxArea,
  boxHeight,
  boxWidth,
  isCenterIn,
  overlap,
  type PageModel,
  type PlacedImage,
} from '../page-layout/page-model.ts'
import { fragmentBox } from '../page-layout/page-texts.ts'
import type { Report, StreamedResult } from '../process/helper-program.ts'
import { JobFailure } from '../process/job-failure.ts'
import { lacksEnd, unlessDamaged } from './damage.ts'
import { findUnreadImages, withImageText } from './image-text.ts'
import { createImageStore, type ImageStore, imageLevels } from './images.ts'
import { openDocument } from './read/open-document.ts'
import { parseRecognizedText } from './recognized-pages.ts'
import { openForRendering, type RenderLimits, renderPage } from './render/render-page.ts'
import type { ConvertReport, PdfQuality, PdfRequest } from './request.ts'
import { writeDocx } from './write-docx/write-docx.ts'
import { writeHtml } from './write-html/write-html.ts'
import { writeMarkdown } from './write-markdown/write-markdown.ts'
import { textWidth } from './write-plain-text/text-width.ts'

const indentOfLevel = '  '
const columnGap = '  '

/** Writes the laid-out document as plain text: one line per paragraph, tables in columns, footnotes at the end. */
async function writePlainText(document: LaidOutDocument): Promise<Buffer> {
  const notes: Footnote[] = []
  const parts: string[] = unpagedLines(document.header).flatMap((line, index) =>
    index > 0 ? ['\n', line] : [line],
  )
  const blocks = document.pages.flatMap(page =>
    page.bands.flatMap(band =>
      band.columns.flatMap(column => column.blocks.filter(block => !isMarginStamp(block, page))),
    ),
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
  if (block.kind === 'image') return block.text?.join('\n') ?? ''
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

const readPercent = 80

export async function convertDocument(
  input: Buffer,
  request: PdfRequest,
  to: 'docx' | 'txt' | 'html' | 'md',
  report: Report,
): Promise<StreamedResult> {
  const recognized = parseRecognizedText(input.subarray(request.pdfBytes))
  const wordsOfPage = new Map(recognized.pages.map(page => [page.page, page]))
  // Before pdf.js takes the bytes.
  const isCutOff = lacksEnd(input.subarray(0, request.pdfBytes))
  const document = await openDocument(
    new Uint8Array(input.buffer, input.byteOffset, request.pdfBytes),
    request,
  )
  const store = createImageStore(request.quality)
  // Text output has no images, so the labels of a drawing are kept as text instead of rasterizing it.
  const hasImages = to !== 'txt' && !(to === 'md' && request.images === 'none')
  const rasterizer = createPageRasterizer(() => document.bytes(), request)
  const contents: PageContent[] = []
  const scannedPages: number[] = []
  const failedPages: number[] = []
  const readPage = async (number: number): Promise<PageContent> => {
    const read = await withoutPixels(await document.page(number), hasImages ? store : undefined)
    if (!hasImages) return to === 'md' ? withoutDrawings(read) : read
    return unlessDamaged(() => rasterizeDrawings(read, rasterizer, store, request.quality), read)
  }
  try {
    for (let number = 1; number <= document.pageCount; number++) {
      const page = await unlessDamaged(() => readPage(number), undefined)
      if (page === undefined) failedPages.push(number)
      else {
        const complete = withRecognizedWords(page, wordsOfPage.get(number))
        if (isScan(complete)) scannedPages.push(number)
        const ofPage = recognized.images.filter(image => image.page === number)
        contents.push(withImageText(complete, ofPage))
      }
      report(10 + ((readPercent - 10) * number) / document.pageCount, 'page')
    }
    if (contents.length === 0) throw new JobFailure('file-damaged')
    const { title, author, language } = document
    const laidOut = layOutDocument(contents, { outline: await document.outline(), title, author, language })
    const pagesWithText = contents.filter(
      ({ number }) => !scannedPages.includes(number) && !wordsOfPage.has(number),
    )
    // A Word document or a web page shows the image itself, and recognizing it takes seconds.
    const unreadImages = to === 'txt' || to === 'md' ? findUnreadImages(pagesWithText) : []
    const remarks = { scannedPages, unreadImages, failedPages, isCutOff }
    report(85, 'write')
    if (to === 'md') {
      const { chunks, about } = writeMarkdown(laidOut, store.images, request)
      return { chunks, about: () => ({ ...about(), ...remarks }) }
    }
    const bytes = await writers[to](laidOut, store.images)
    const about: ConvertReport = { isArchive: false, ...remarks }
    return { chunks: once(bytes), about: () => about }
  } finally {
    rasterizer.close()
    await document.close()
  }
}

const writers = { docx: writeDocx, html: writeHtml, txt: writePlainText } as const

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Encodes images at once and drops their pixels, so that only one page is held in memory. */
async function withoutPixels(page: PageModel, store: ImageStore | undefined): Promise<PageContent> {
  const images: ImageMark[] = []
  for (const image of page.images) {
    const { left, top, right, bottom } = image
    const id = store ? await store.add(image) : 'left out'
    if (id !== undefined) images.push({ left, top, right, bottom, id })
  }
  return { ...page, images }
}

/** Rasterizes the vector drawings of a page; text and lines inside them become part of the image. */
async function rasterizeDrawings(
  page: PageContent,
  rasterizer: PageRasterizer,
  store: ImageStore,
  quality: PdfQuality,
): Promise<PageContent> {
  const regions = findDrawings(page)
  if (regions.length === 0) return page
  const rasterized = await rasterizer.rasterize(page.number, regions, imageLevels[quality].dpi)
  const marks: ImageMark[] = []
  for (const image of rasterized) {
    const { left, top, right, bottom } = image
    const id = await store.add(image)
    if (id !== undefined) marks.push({ left, top, right, bottom, id, isDrawing: true })
  }
  return withoutRasterized(page, marks)
}

/** Markdown without images leaves out drawings with their labels, as it does where they are images. */
function withoutDrawings(page: PageContent): PageContent {
  return withoutRasterized(
    page,
    findDrawings(page).map(region => ({ ...region, id: 'left out', isDrawing: true })),
  )
}

function withoutRasterized(page: PageContent, marks: readonly ImageMark[]): PageContent {
  const isOutside = (box: Box) => !marks.some(mark => isCenterIn(box, mark))
  return {
    ...page,
    fragments: page.fragments.filter(fragment => isOutside(fragmentBox(fragment))),
    rules: page.rules.filter(isOutside),
    fills: page.fills.filter(isOutside),
    strokes: page.strokes.filter(isOutside),
    images: [
      ...page.images.filter(image => !marks.some(mark => overlap(mark, image) > 0.8 * boxArea(image))),
      ...marks,
    ],
  }
}

interface PageRasterizer {
  /** One image per region, in points from the top left corner of the page. */
  rasterize(page: number, regions: readonly Box[], dpi: number): Promise<PlacedImage[]>
  close(): void
}

/** Rasterizes parts of pages with PDFium, which is only opened on first use. */
function createPageRasterizer(bytes: () => Promise<Uint8Array>, limits: RenderLimits): PageRasterizer {
  let opened: ReturnType<typeof openForRendering> | undefined
  let isClosed = false

  async function open() {
    const document = await openForRendering(Buffer.from(await bytes()), limits)
    if (isClosed) document.destroy()
    return document
  }

  return {
    async rasterize(number, regions, dpi) {
      opened ??= open()
      const page = (await opened).getPage(number - 1)
      // renderPage closes the page, so read its size first.
      const { originalWidth, originalHeight } = page.getOriginalSize()
      const { data, info } = await (await renderPage(page, dpi, limits.maxPixels))
        .raw()
        .toBuffer({ resolveWithObject: true })
      const [scaleX, scaleY] = [info.width / originalWidth, info.height / originalHeight]
      return regions.map(region => {
        const left = Math.min(info.width - 1, Math.max(0, Math.floor(region.left * scaleX)))
        const top = Math.min(info.height - 1, Math.max(0, Math.floor(region.top * scaleY)))
        const size = {
          width: Math.max(1, Math.min(info.width - left, Math.ceil(boxWidth(region) * scaleX))),
          height: Math.max(1, Math.min(info.height - top, Math.ceil(boxHeight(region) * scaleY))),
        }
        const pixels = { ...size, data: crop(data, info.width, left, top, size), channels: 3 as const }
        return { ...region, pixels, orientation: upright, visible: whole }
      })
    },
    close() {
      isClosed = true
      opened?.then(
        document => document.destroy(),
        () => {},
      )
    },
  }
}

const upright = { quarterRotations: 0, isMirrored: false } as const
const whole = { left: 0, top: 0, right: 1, bottom: 1 }

function crop(
  data: Buffer,
  rowPixels: number,
  left: number,
  top: number,
  { width, height }: { readonly width: number; readonly height: number },
): Buffer {
  const part = Buffer.allocUnsafe(width * height * 3)
  for (let y = 0; y < height; y++) {
    const start = ((top + y) * rowPixels + left) * 3
    data.copy(part, y * width * 3, start, start + width * 3)
  }
  return part
}
