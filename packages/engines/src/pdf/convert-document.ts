/** Takes a PDF through its stages: pages read one by one, laid out together, written in the format asked for. */
import type { Report, StreamedResult } from '../process/helper-program.ts'
import { drawDrawings } from './draw-drawings.ts'
import { createImageStore, type ImageStore } from './images.ts'
import { layOutDocument } from './layout/lay-out-document.ts'
import { type ImageMark, isScan, type PageContent, withRecognisedWords } from './layout/page-content.ts'
import { openDocument } from './read/open-document.ts'
import type { PdfPage } from './read/page-model.ts'
import { readRecognisedPages } from './recognised-pages.ts'
import { createPageArtist } from './render/page-artist.ts'
import type { ConvertReport, ConvertRequest } from './request.ts'
import { writeDocx } from './write-docx/write-docx.ts'
import { writeHtml } from './write-html/write-html.ts'
import { writeText } from './write-text/write-text.ts'

const readPercent = 80

export async function convertDocument(
  input: Buffer,
  request: ConvertRequest,
  to: 'docx' | 'txt' | 'html',
  report: Report,
): Promise<StreamedResult> {
  const recognised = readRecognisedPages(input.subarray(request.pdfBytes))
  const document = await openDocument(
    new Uint8Array(input.buffer, input.byteOffset, request.pdfBytes),
    request,
  )
  const store = createImageStore(request.quality)
  const artist = createPageArtist(() => document.bytes(), request)
  const contents: PageContent[] = []
  const scannedPages: number[] = []
  try {
    for (let number = 1; number <= document.pageCount; number++) {
      // Text has no pictures: there the labels of a drawing are all that can be kept of it.
      const read = await withoutPixels(await document.page(number), to === 'txt' ? undefined : store)
      const page = to === 'txt' ? read : await drawDrawings(read, artist, store, request.quality)
      const complete = withRecognisedWords(page, recognised.get(number))
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
    artist.close()
    await document.close()
  }
}

const writers = { docx: writeDocx, html: writeHtml, txt: writeText } as const

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Pixels are encoded at once and let go: only one page is ever held whole. */
async function withoutPixels(page: PdfPage, store: ImageStore | undefined): Promise<PageContent> {
  const images: ImageMark[] = []
  for (const image of page.images) {
    const { left, top, right, bottom } = image
    const id = store ? await store.add(image) : 'left out'
    if (id !== undefined) images.push({ left, top, right, bottom, id })
  }
  return { ...page, images }
}
