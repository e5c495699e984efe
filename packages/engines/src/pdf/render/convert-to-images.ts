/** Renders pages as images: a single page as one image, several as a ZIP archive. */
import type { Report, StreamedResult } from '../../process/helper-program.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { pageFileName, writeZip, type ZipEntry } from '../../write-zip.ts'
import { lacksEnd, unlessDamaged } from '../damage.ts'
import type { ConvertReport, PdfQuality, PdfRequest } from '../request.ts'
import { openForRendering, renderPage } from './render-page.ts'

const levels: Readonly<Record<PdfQuality, { readonly dpi: number; readonly jpeg: number }>> = {
  high: { dpi: 300, jpeg: 90 },
  medium: { dpi: 200, jpeg: 84 },
  low: { dpi: 110, jpeg: 75 },
}

export async function convertToImages(
  input: Buffer,
  request: PdfRequest,
  to: 'jpg' | 'png',
  report: Report,
): Promise<StreamedResult> {
  const document = await openForRendering(input.subarray(0, request.pdfBytes), request)
  const pageCount = document.getPageCount()
  const level = levels[request.quality]
  const { dpi = level.dpi } = request
  const failedPages: number[] = []

  async function imageOf(number: number): Promise<Buffer> {
    const image = (await renderPage(document.getPage(number - 1), dpi, request.maxPixels)).withMetadata({
      density: dpi,
    })
    const data = await (to === 'jpg'
      ? image.jpeg({ quality: level.jpeg, chromaSubsampling: '4:4:4' })
      : image.png({ compressionLevel: 6 })
    ).toBuffer()
    report(10 + (88 * number) / pageCount, 'page')
    return data
  }

  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let number = 1; number <= pageCount; number++) {
      const data = await unlessDamaged(() => imageOf(number), undefined)
      if (data === undefined) failedPages.push(number)
      else yield { name: pageFileName(request.name, number, pageCount, to), data }
    }
    if (failedPages.length === pageCount) throw new JobFailure('file-damaged')
  }

  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      if (pageCount === 1) yield await imageOf(1)
      else yield* writeZip(entries())
    } finally {
      document.destroy()
    }
  }

  const isCutOff = lacksEnd(input.subarray(0, request.pdfBytes))
  const about = (): ConvertReport => ({
    isArchive: pageCount > 1,
    pages: pageCount - failedPages.length,
    scannedPages: [],
    unreadImages: [],
    failedPages,
    isCutOff,
  })
  return { chunks: chunks(), about }
}
