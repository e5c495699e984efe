/** Renders or decodes a page and prepares it for OCR. */
import type { Box } from '../../page-layout/page-model.ts'
import type { StreamedResult } from '../../process/helper-program.ts'
import { decodePage } from '../image/decode-page.ts'
import { openPageImage, type PageImage, rawImage } from '../image/page-image.ts'
import { type PreparedPage, preparePage } from '../image/prepare-page.ts'
import type { PrepareReport, PrepareRequest } from '../request.ts'

const pointsPerInch = 72
/** Resolution that Tesseract is trained for. */
const scanDpi = 300
/** Assumed length of the longer side if the file states no density: A4. */
const a4LongSidePoints = 842
/** Body text of 11 points has about this resolution per pixel of letter height. */
const dpiPerLetterPixel = 12.5
/** Of the stated density to the one that the letters suggest: screenshots and web images state the density of a screen. */
const plausibleDensity = { min: 0.6, max: 2.5 }
const dpiBounds = { min: 100, max: 500 }

export async function prepareFilePage(input: Buffer, request: PrepareRequest): Promise<StreamedResult> {
  const { image: whole, pointsPerPixel } = await pageOf(input, request)
  const image = request.region ? await cropImage(whole, request.region, pointsPerPixel) : whole
  const prepared = await preparePage(image, {
    ...request,
    isEnhanced: request.isEnhanced && !request.isPreviewOnly,
  })
  const { pgm, sample, letters, preview, geometry, letterCount, steps } = prepared
  const nothing = Buffer.alloc(0)
  const previewJpeg = preview?.jpeg ?? nothing
  const parts = request.isPreviewOnly
    ? [nothing, nothing, nothing, previewJpeg]
    : [pgm, sample ?? nothing, letters, previewJpeg]
  const [pgmBytes = 0, sampleBytes = 0, lettersBytes = 0, previewBytes = 0] = parts.map(
    ({ length }) => length,
  )
  const about: PrepareReport = {
    pgmBytes,
    sampleBytes,
    lettersBytes,
    previewBytes,
    previewWidth: preview?.width ?? 0,
    previewHeight: preview?.height ?? 0,
    geometry,
    dpi: dpiOf(image, prepared),
    pointsPerPixel,
    letterCount,
    steps,
    isDamaged: image.isDamaged === true,
  }
  return { chunks: each(parts), about: () => about }
}

async function cropImage(image: PageImage, region: Box, pointsPerPixel: number): Promise<PageImage> {
  const pixels = (points: number, max: number) =>
    Math.max(0, Math.min(max, Math.round(points / pointsPerPixel)))
  const [left, top] = [pixels(region.left, image.width - 1), pixels(region.top, image.height - 1)]
  const width = Math.max(1, pixels(region.right, image.width) - left)
  const height = Math.max(1, pixels(region.bottom, image.height) - top)
  return rawImage(openPageImage(image).extract({ left, top, width, height }), image.density)
}

export interface FilePage {
  readonly image: PageImage
  readonly pointsPerPixel: number
}

export async function pageOf(
  input: Buffer,
  request: Pick<PrepareRequest, 'format' | 'page' | 'password' | 'maxPages' | 'maxPixels'>,
  dpi = scanDpi,
): Promise<FilePage> {
  if (request.format === 'pdf') return renderedPage(input, request, dpi)
  const image = await decodePage(input, request.format, request.page, request)
  const pointsPerPixel =
    image.density === undefined
      ? a4LongSidePoints / Math.max(image.width, image.height)
      : pointsPerInch / image.density
  return { image, pointsPerPixel }
}

async function renderedPage(
  input: Buffer,
  request: Pick<PrepareRequest, 'page' | 'password' | 'maxPages' | 'maxPixels'>,
  dpi: number,
): Promise<FilePage> {
  const { renderPage, openForRendering } = await import('../../pdf/render/render-page.ts')
  const document = await openForRendering(input, request)
  try {
    const page = document.getPage(request.page - 1)
    // renderPage closes the page, so read its size first.
    const { originalWidth } = page.getOriginalSize()
    const image = await rawImage(await renderPage(page, dpi, request.maxPixels))
    const pointsPerPixel = originalWidth / image.width
    return { image: { ...image, density: pointsPerInch / pointsPerPixel }, pointsPerPixel }
  } finally {
    document.destroy()
  }
}

/** The stated density if there is a plausible one, otherwise estimated from letter height; clamped to plausible values. */
function dpiOf({ density }: PageImage, { letterPixels, geometry }: PreparedPage): number {
  const fromLetters = letterPixels > 0 ? letterPixels * dpiPerLetterPixel : undefined
  const stated = density === undefined ? undefined : density * geometry.scale
  const dpi =
    stated !== undefined && isPlausible(stated, fromLetters) ? stated : (fromLetters ?? stated ?? 200)
  return Math.min(dpiBounds.max, Math.max(dpiBounds.min, dpi))
}

function isPlausible(dpi: number, fromLetters: number | undefined): boolean {
  if (fromLetters === undefined) return true
  const ratio = dpi / fromLetters
  return ratio >= plausibleDensity.min && ratio <= plausibleDensity.max
}

async function* each(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) if (chunk.length > 0) yield chunk
}
