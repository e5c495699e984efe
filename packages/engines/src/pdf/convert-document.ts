/** Converts a PDF to DOCX, HTML or text: reads page by page, lays out the whole document, then writes it. */

import { findDrawings } from '../page-layout/drawings.ts'
import { layOutDocument } from '../page-layout/lay-out-document.ts'
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
import { createImageStore, type ImageStore, imageLevels } from './images.ts'
import { openDocument } from './read/open-document.ts'
import { parseRecognizedPages } from './recognized-pages.ts'
import { openForRendering, type RenderLimits, renderPage } from './render/render-page.ts'
import type { ConvertReport, PdfQuality, PdfRequest } from './request.ts'
import { writeDocx } from './write-docx/write-docx.ts'
import { writeHtml } from './write-html/write-html.ts'
import { writePlainText } from './write-plain-text/write-plain-text.ts'

const readPercent = 80

export async function convertDocument(
  input: Buffer,
  request: PdfRequest,
  to: 'docx' | 'txt' | 'html',
  report: Report,
): Promise<StreamedResult> {
  const recognized = parseRecognizedPages(input.subarray(request.pdfBytes))
  const document = await openDocument(
    new Uint8Array(input.buffer, input.byteOffset, request.pdfBytes),
    request,
  )
  const store = createImageStore(request.quality)
  const rasterizer = createPageRasterizer(() => document.bytes(), request)
  const contents: PageContent[] = []
  const scannedPages: number[] = []
  try {
    for (let number = 1; number <= document.pageCount; number++) {
      // Text output has no images, so the labels of a drawing are kept as text instead of rasterizing it.
      const read = await withoutPixels(await document.page(number), to === 'txt' ? undefined : store)
      const page = to === 'txt' ? read : await rasterizeDrawings(read, rasterizer, store, request.quality)
      const complete = withRecognizedWords(page, recognized.get(number))
      if (isScan(complete)) scannedPages.push(number)
      contents.push(complete)
      report(10 + ((readPercent - 10) * number) / document.pageCount, 'page')
    }
    const { title, author, language } = document
    const laidOut = layOutDocument(contents, { outline: await document.outline(), title, author, language })
    report(85, 'write')
    const bytes = await writers[to](laidOut, store.images)
    const about: ConvertReport = { isArchive: false, scannedPages }
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
