/** Writes a searchable PDF: appends a text layer to a PDF, or wraps page images. */
import sharp from 'sharp'
import { JobFailure, type Report, type StreamedResult } from '../../process/helper-program.ts'
import { pageOf } from '../file/prepare-file-page.ts'
import { rotateImage } from '../image/page-image.ts'
import type { OcrWriteRequest } from '../request.ts'
import type { OcrPage } from '../text/ocr-page.ts'
import { type PdfImage, pdfImage } from './pdf-image.ts'
import { appendTextLayer } from './update/append-text-layer.ts'
import { type ImagePage, writeImagePdf } from './write-image-pdf.ts'

/** Resolution of rendered pages if a PDF cannot be updated incrementally. */
const renderDpi = 200

export async function writeSearchablePdf(
  file: Buffer,
  pages: readonly OcrPage[],
  request: OcrWriteRequest,
  report: Report,
): Promise<StreamedResult> {
  const about = () => ({})
  const added = request.format === 'pdf' ? incrementalUpdateOf(file, pages) : undefined
  if (added) return { chunks: each([file, added]), about }
  return { chunks: writeImagePdf(pages.length, imagePages(file, pages, request, report)), about }
}

/** Undefined if the file is encrypted or has a structure that is not supported for incremental updates. */
function incrementalUpdateOf(file: Buffer, pages: readonly OcrPage[]): Buffer | undefined {
  try {
    return appendTextLayer(
      file,
      pages.filter(({ hasTextLayer }) => !hasTextLayer),
    )
  } catch {
    return undefined
  }
}

async function* imagePages(
  file: Buffer,
  pages: readonly OcrPage[],
  request: OcrWriteRequest,
  report: Report,
): AsyncGenerator<ImagePage> {
  for (const [index, page] of pages.entries()) {
    yield {
      page,
      image: (await originalJpeg(file, page, request)) ?? (await renderedImage(file, page, request)),
    }
    report(10 + (90 * (index + 1)) / pages.length, 'page')
  }
  if (pages.length === 0) throw new JobFailure('file-damaged')
}

/** An upright JPEG is embedded without re-encoding. */
async function originalJpeg(
  file: Buffer,
  { placement }: OcrPage,
  { format }: OcrWriteRequest,
): Promise<PdfImage | undefined> {
  if (format !== 'jpg' || placement.rotation !== 0) return undefined
  const { width, height, channels, orientation = 1, space } = await sharp(file).metadata()
  if (orientation !== 1 || (space !== 'srgb' && space !== 'b-w') || (channels !== 1 && channels !== 3))
    return undefined
  return { data: file, width, height, colors: channels, bits: 8, filter: 'DCTDecode' }
}

async function renderedImage(
  file: Buffer,
  { page, placement }: OcrPage,
  request: OcrWriteRequest,
): Promise<PdfImage> {
  const { image } = await pageOf(file, { ...request, page }, renderDpi)
  return pdfImage(await rotateImage(image, placement.rotation))
}

async function* each(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
