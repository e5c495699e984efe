/** Draws the pages of a PDF as images of another PDF, in their size: enough to arrange them, and no substitute for the file. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openForRendering, renderPage } from '../../pdf/render/render-page.ts'
import { JobFailure } from '../../process/job-failure.ts'
import type { PdfPageImage } from '../images/read-image-pages.ts'
import { fittedLayout, writeImagePdf } from '../images/write-image-pdf.ts'
import { type PdfReport, pdfResultName } from '../job.ts'
import type { TaskRun } from './task.ts'

/** A page is recognized, and hardly printed. */
const maxSidePx = 1000
const jpegQuality = 60
const pointsPerInch = 72

export async function drawPages({ job, report }: TaskRun): Promise<PdfReport> {
  const [file] = job.files
  if (file === undefined) throw new JobFailure('file-missing')
  const document = await openForRendering(await readFile(file.path), job)
  const pageCount = document.getPageCount()
  const images = async function* (): AsyncGenerator<PdfPageImage> {
    for (let index = 0; index < pageCount; index++) {
      const page = document.getPage(index)
      const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
      const dpi = (maxSidePx * pointsPerInch) / Math.max(width, height)
      const { data, info } = await (await renderPage(page, dpi, job.maxPixels))
        .jpeg({ quality: jpegQuality })
        .toBuffer({ resolveWithObject: true })
      yield {
        data,
        dictionary: { '/Filter': '/DCTDecode', '/BitsPerComponent': 8 },
        components: 3,
        profile: undefined,
        width: info.width,
        height: info.height,
        orientation: 1,
        density: undefined,
        size: { width, height },
      }
      report((95 * (index + 1)) / pageCount, 'page')
    }
  }
  try {
    await writeImagePdf(images(), fittedLayout, join(job.outFolder, pdfResultName))
    return { pages: pageCount }
  } finally {
    document.destroy()
  }
}
