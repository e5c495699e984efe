/** Writes a PDF that looks as the file did and in which every word can be found. */
import sharp from 'sharp'
import { JobFailure, type Report, type StreamedResult } from '../../process/helper-program.ts'
import { pageOf } from '../file/prepare-file-page.ts'
import { rotateImage } from '../image/page-image.ts'
import type { WriteRequest } from '../request.ts'
import type { ReadPage } from '../text/read-document.ts'
import { type PdfImage, pdfImage } from './pdf-image.ts'
import { addWords } from './update/add-words.ts'
import { type ImagePage, writeImagePdf } from './write-image-pdf.ts'

/** Where a PDF cannot be kept as it is, its pages are drawn this fine. */
const drawnDpi = 200

export async function writeSearchablePdf(
  file: Buffer,
  pages: readonly ReadPage[],
  request: WriteRequest,
  report: Report,
): Promise<StreamedResult> {
  const about = () => ({})
  const added = request.format === 'pdf' ? additionTo(file, pages) : undefined
  if (added) return { chunks: each([file, added]), about }
  return { chunks: writeImagePdf(pages.length, imagePages(file, pages, request, report)), about }
}

/** Undefined when the file is protected or built in a way that is better not added to. */
function additionTo(file: Buffer, pages: readonly ReadPage[]): Buffer | undefined {
  try {
    return addWords(
      file,
      pages.filter(({ hasTextLayer }) => !hasTextLayer),
    )
  } catch {
    return undefined
  }
}

async function* imagePages(
  file: Buffer,
  pages: readonly ReadPage[],
  request: WriteRequest,
  report: Report,
): AsyncGenerator<ImagePage> {
  for (const [index, page] of pages.entries()) {
    yield { page, image: (await ownJpeg(file, page, request)) ?? (await drawnImage(file, page, request)) }
    report(10 + (90 * (index + 1)) / pages.length, 'page')
  }
  if (pages.length === 0) throw new JobFailure('file-damaged')
}

/** A JPEG that lies as it should is taken as it is. */
async function ownJpeg(
  file: Buffer,
  { place }: ReadPage,
  { format }: WriteRequest,
): Promise<PdfImage | undefined> {
  if (format !== 'jpg' || place.turn !== 0) return undefined
  const { width, height, channels, orientation = 1, space } = await sharp(file).metadata()
  if (orientation !== 1 || (space !== 'srgb' && space !== 'b-w') || (channels !== 1 && channels !== 3))
    return undefined
  return { data: file, width, height, colors: channels, bits: 8, filter: 'DCTDecode' }
}

async function drawnImage(file: Buffer, { page, place }: ReadPage, request: WriteRequest): Promise<PdfImage> {
  const { image } = await pageOf(file, { ...request, page }, drawnDpi)
  return pdfImage(await rotateImage(image, place.turn))
}

async function* each(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
