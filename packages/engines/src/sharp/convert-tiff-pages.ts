/** Converts a multi-page TIFF (a scan or a fax) to a PDF with the same number of pages. */
import type { ImageRequest } from '../image-request.ts'
import { JobFailure, type Report } from '../process/helper-program.ts'
import { analyze, type Facts } from './analyze.ts'
import { decode } from './decode.ts'
import { encodePdfPage } from './encode-pdf-page.ts'
import { whileWriting } from './failures.ts'
import { type PdfImagePage, writePdf } from './write-pdf.ts'

const maxPages = 1000

export function isPaged(facts: Facts, { from, to }: ImageRequest): boolean {
  return from === 'tiff' && to === 'pdf' && facts.frames > 1
}

export async function convertTiffPages(
  input: Buffer,
  facts: Facts,
  request: ImageRequest,
  report: Report,
): Promise<Uint8Array> {
  if (facts.frames > maxPages) throw new JobFailure('too-many-frames')
  const pages: PdfImagePage[] = []
  for (let page = 0; page < facts.frames; page++) {
    // Pages may differ in size, depth and color space.
    const pageFacts = await analyze(input, request, page)
    const pixels = await decode(input, pageFacts, request, () => {})
    pages.push(await whileWriting(() => encodePdfPage(pixels, request.quality)))
    report(10 + (70 * (page + 1)) / facts.frames, 'page')
  }
  return writePdf(pages)
}
