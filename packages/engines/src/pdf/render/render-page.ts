/** Draws pages with PDFium. */
import { Readable } from 'node:stream'
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import sharp, { type Sharp } from 'sharp'
import { JobFailure, type StreamedResult } from '../../process/helper-program.ts'
import type { RenderPageRequest, RenderReport } from '../request.ts'
import { turnUpright } from '../scans/turn-upright.ts'

type PdfiumDocument = Awaited<ReturnType<PDFiumLibrary['loadDocument']>>

/** Loaded once: a helper draws many documents. */
let library: Promise<PDFiumLibrary> | undefined

const pointsPerInch = 72

export interface DrawLimits {
  readonly password?: string
  readonly maxPages: number
  readonly maxPixels: number
}

export async function openForDrawing(input: Buffer, limits: DrawLimits): Promise<PdfiumDocument> {
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

export async function drawPage(page: PDFiumPage, dpi: number, maxPixels: number): Promise<Sharp> {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const wanted = dpi / pointsPerInch
  // A poster is drawn coarser rather than not at all.
  const largest = Math.sqrt(maxPixels / Math.max(1, originalWidth * originalHeight))
  const { data, width, height } = await page.render({
    scale: Math.min(wanted, largest),
    render: 'bitmap',
    renderFormFields: true,
  })
  if (data.length === 0) throw new JobFailure('file-damaged')
  return sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false }).removeAlpha()
}

export async function renderPage(input: Buffer, request: RenderPageRequest): Promise<StreamedResult> {
  const document = await openForDrawing(input, request)
  try {
    if (request.page > document.getPageCount()) throw new JobFailure('file-damaged')
    const page = document.getPage(request.page - 1)
    // Drawing closes the page.
    const { originalWidth } = page.getOriginalSize()
    const { data, info } = await (await drawPage(page, request.dpi, request.maxPixels))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const upright = await turnUpright({ data, width: info.width, height: info.height })
    const about: RenderReport = { pointsPerPixel: originalWidth / info.width }
    return {
      chunks: Readable.from([await upright.png({ compressionLevel: 1 }).toBuffer()]),
      about: () => about,
    }
  } finally {
    document.destroy()
  }
}
