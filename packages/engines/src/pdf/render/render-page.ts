/** Renders pages with PDFium. */
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import sharp, { type Sharp } from 'sharp'
import { JobFailure } from '../../process/job-failure.ts'

export type PdfiumDocument = Awaited<ReturnType<PDFiumLibrary['loadDocument']>>

/** Loaded once and shared by all documents of a helper. */
let library: Promise<PDFiumLibrary> | undefined

const pointsPerInch = 72
/** Slightly more than one, because PDFium rounds sizes down. */
const onePixel = 1.001

export interface RenderLimits {
  readonly password?: string
  readonly maxPages: number
  readonly maxPixels: number
}

export async function openForRendering(input: Buffer, limits: RenderLimits): Promise<PdfiumDocument> {
  library ??= PDFiumLibrary.init()
  const document = await openWithPassword(await library, input, limits.password)
  const pages = document.getPageCount()
  if (pages >= 1 && pages <= limits.maxPages) return document
  document.destroy()
  throw pages < 1
    ? new JobFailure('file-damaged')
    : new JobFailure('document-too-long', { pages: limits.maxPages })
}

async function openWithPassword(loaded: PDFiumLibrary, input: Buffer, password: string | undefined) {
  try {
    return await loaded.loadDocument(input, password)
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (/password/i.test(message))
      throw new JobFailure(password === undefined ? 'password-needed' : 'password-wrong')
    if (/security/i.test(message)) throw new JobFailure('unsupported-variant', {}, { cause: error })
    throw new JobFailure('file-damaged', {}, { cause: error })
  }
}

export async function renderPage(page: PDFiumPage, dpi: number, maxPixels: number): Promise<Sharp> {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const requestedScale = dpi / pointsPerInch
  // Render a poster at a lower resolution instead of rejecting it.
  const maxScale = Math.sqrt(maxPixels / Math.max(1, originalWidth * originalHeight))
  // Render at least one pixel.
  const minScale = onePixel / Math.max(1 / maxPixels, Math.min(originalWidth, originalHeight))
  const { data, width, height } = await page.render({
    scale: Math.min(Math.max(requestedScale, minScale), maxScale),
    render: 'bitmap',
    renderFormFields: true,
  })
  if (data.length === 0) throw new JobFailure('file-damaged')
  return sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false }).removeAlpha()
}
