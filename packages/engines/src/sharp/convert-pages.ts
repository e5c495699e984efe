/** Converts all pages of a TIFF: to pages of a PDF or TIFF, to frames of a GIF, or to numbered files in a ZIP archive. */
import { tiffPages } from '@filesmith/contract/sniff/tiff-directories'
import sharp from 'sharp'
import { withImageReport } from '../image-notes.ts'
import { checkPageCount, zipPages } from '../image-pages.ts'
import type { ImageRequest } from '../image-request.ts'
import { joinTiffs } from '../join-tiffs.ts'
import type { Report, StreamedResult } from '../process/helper-program.ts'
import { JobFailure } from '../process/job-failure.ts'
import { analyze, type Facts } from './analyze.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { encodePdfPage } from './encode-pdf-page.ts'
import { whileReading, whileWriting } from './failures.ts'
import type { Pixels } from './pixels.ts'
import { gifQuality } from './quality.ts'
import { checkFits } from './side-limits.ts'
import { type PdfImagePage, writePdf } from './write-pdf.ts'

const millisecondsPerPage = 1000

/** Pages as libvips counts them. A chosen page is the only one; frames of an animation can be chosen alike. */
export function chosenPages(input: Buffer, facts: Facts, { from, page }: ImageRequest): readonly number[] {
  const all =
    from === 'tiff'
      ? tiffPages(input).filter(index => index < facts.frames)
      : Array.from({ length: page === 0 ? 1 : facts.frames }, (_, index) => index)
  if (page === 0) return all
  const chosen = all[page - 1]
  if (chosen === undefined) throw new JobFailure('page-beyond-end', { page, pages: all.length })
  return [chosen]
}

export async function convertPages(
  input: Buffer,
  pages: readonly number[],
  request: ImageRequest,
  report: Report,
): Promise<StreamedResult> {
  checkPageCount(pages.length)
  const { to, isIntermediate } = request
  const decodePage = async (index: number): Promise<Pixels> => {
    // Pages may differ in size, depth and color space.
    const facts = await analyze(input, request, pages[index])
    checkFits(facts, to)
    return decode(input, facts, request, () => {})
  }
  const all = async <Page>(make: (pixels: Pixels) => Promise<Page>): Promise<Page[]> => {
    const made: Page[] = []
    for (const index of pages.keys()) {
      made.push(await make(await decodePage(index)))
      report(10 + (70 * (index + 1)) / pages.length, 'page')
    }
    return made
  }
  const whole = (bytes: Uint8Array) => withImageReport(bytes, { pages: pages.length })

  if (to === 'pdf') {
    const encodePage = (pixels: Pixels): Promise<PdfImagePage> => encodePdfPage(pixels, request)
    return whole(writePdf(await all(pixels => whileWriting(() => encodePage(pixels)))))
  }
  if (to === 'gif') return whole(await writeAnimation(await all(drawRgba), request))
  if (to === 'tiff' || isIntermediate) {
    const encoded = (await all(pixels => encode(pixels, request))).map(bytes => Buffer.from(bytes))
    return whole(to === 'tiff' ? joinTiffs(encoded) : Buffer.concat(encoded))
  }
  return zipPages(request, pages.length, report, async index => encode(await decodePage(index), request))
}

interface Rgba {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

async function drawRgba({ open }: Pixels): Promise<Rgba> {
  const image = open().toColourspace('srgb').ensureAlpha()
  const { data, info } = await whileReading(() => image.raw().toBuffer({ resolveWithObject: true }))
  return { data, width: info.width, height: info.height }
}

/** One frame per page, each centered on a canvas for the largest. */
async function writeAnimation(
  pages: readonly Rgba[],
  { quality, maxAnimationPixels }: ImageRequest,
): Promise<Uint8Array> {
  const width = Math.max(...pages.map(page => page.width))
  const height = Math.max(...pages.map(page => page.height))
  checkPageCount(pages.length, Math.floor(maxAnimationPixels / (width * height)))
  const strip = Buffer.alloc(width * height * 4 * pages.length)
  pages.forEach((page, index) => {
    const left = Math.floor((width - page.width) / 2)
    const top = index * height + Math.floor((height - page.height) / 2)
    for (let row = 0; row < page.height; row++) {
      const from = row * page.width * 4
      page.data.copy(strip, ((top + row) * width + left) * 4, from, from + page.width * 4)
    }
  })
  const raw = { width, height: height * pages.length, channels: 4, pageHeight: height } as const
  const timing = { loop: 0, delay: pages.map(() => millisecondsPerPage) }
  return whileWriting(() =>
    sharp(strip, { raw, limitInputPixels: false })
      .gif({ ...gifQuality[quality], ...timing })
      .toBuffer(),
  )
}
