/** Converts one image: header, decoding, color conversion, encoding. */
import type { ImageRequest } from '../image-request.ts'
import { JobFailure, type JobHandler, type Report } from '../process/helper-program.ts'
import { analyze, type Facts } from './analyze.ts'
import { convertAnimation, isAnimationKept } from './convert-animation.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { encodePdfPage } from './encode-pdf-page.ts'
import { whileWriting } from './failures.ts'
import { checkFits } from './side-limits.ts'
import { unpackSvg } from './svg.ts'
import { type PdfImagePage, writePdf } from './write-pdf.ts'

/** Converts a multi-page TIFF (a scan or a fax) to a PDF with the same number of pages. */
const maxPages = 1000

function isPaged(facts: Facts, { from, to }: ImageRequest): boolean {
  return from === 'tiff' && to === 'pdf' && facts.frames > 1
}

async function convertTiffPages(
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

export const convertWithSharp: JobHandler<ImageRequest> = async (request, received, report) => {
  const input = request.from === 'svg' ? unpackSvg(received) : received
  const facts = await analyze(input, request)
  checkFits(facts, request.to)
  report(10, 'analyze')
  if (isAnimationKept(facts, request)) return convertAnimation(input, facts, request, report)
  if (isPaged(facts, request)) return convertTiffPages(input, facts, request, report)
  const pixels = await decode(input, facts, request, report)
  report(60, 'encode')
  const result = await encode(pixels, request)
  report(80, 'encode')
  return result
}
