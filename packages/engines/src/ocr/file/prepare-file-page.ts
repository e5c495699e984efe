/** Draws or decodes a page and prepares it for reading. */
import type { StreamedResult } from '../../process/helper-program.ts'
import { decodePage } from '../image/decode-page.ts'
import { type PageImage, rawImage } from '../image/page-image.ts'
import { type PreparedPage, preparePage } from '../image/prepare-page.ts'
import type { PrepareReport, PrepareRequest } from '../request.ts'

const pointsPerInch = 72
/** As fine as text recognition likes it. */
const scanDpi = 300
/** The longer side of a page whose size nobody has told: that of A4. */
const usualPoints = 842
/** A letter of 11 points has about so many pixels an inch for each of its own. */
const dpiPerLetterPixel = 12.5
const dpiBounds = { least: 100, most: 500 }

export async function prepareFilePage(input: Buffer, request: PrepareRequest): Promise<StreamedResult> {
  const { image, pointsPerPixel } = await pageOf(input, request)
  const prepared = await preparePage(image, {
    ...request,
    isEnhanced: request.isEnhanced && !request.isOnlyView,
  })
  const { reading, sample, letters, view, geometry, letterCount, steps } = prepared
  const nothing = Buffer.alloc(0)
  const shown = view?.jpeg ?? nothing
  const parts = request.isOnlyView
    ? [nothing, nothing, nothing, shown]
    : [reading, sample ?? nothing, letters, shown]
  const [readingBytes = 0, sampleBytes = 0, lettersBytes = 0, viewBytes = 0] = parts.map(
    ({ length }) => length,
  )
  const about: PrepareReport = {
    readingBytes,
    sampleBytes,
    lettersBytes,
    viewBytes,
    viewWidth: view?.width ?? 0,
    viewHeight: view?.height ?? 0,
    geometry,
    dpi: dpiOf(image, prepared),
    pointsPerPixel,
    letterCount,
    steps,
  }
  return { chunks: each(parts), about: () => about }
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
  if (request.format === 'pdf') return drawnPage(input, request, dpi)
  const image = await decodePage(input, request.page, request)
  const pointsPerPixel =
    image.density === undefined
      ? usualPoints / Math.max(image.width, image.height)
      : pointsPerInch / image.density
  return { image, pointsPerPixel }
}

async function drawnPage(
  input: Buffer,
  request: Pick<PrepareRequest, 'page' | 'password' | 'maxPages' | 'maxPixels'>,
  dpi: number,
): Promise<FilePage> {
  const { drawPage, openForDrawing } = await import('../../pdf/render/render-page.ts')
  const document = await openForDrawing(input, request)
  try {
    const page = document.getPage(request.page - 1)
    // Drawing closes the page.
    const { originalWidth } = page.getOriginalSize()
    const image = await rawImage(await drawPage(page, dpi, request.maxPixels))
    const pointsPerPixel = originalWidth / image.width
    return { image: { ...image, density: pointsPerInch / pointsPerPixel }, pointsPerPixel }
  } finally {
    document.destroy()
  }
}

/** What the file says, unless letters would be smaller or larger than anybody prints them. */
function dpiOf({ density }: PageImage, { letterPixels, geometry }: PreparedPage): number {
  const stated = density === undefined ? undefined : density * geometry.scale
  const seen = letterPixels > 0 ? letterPixels * dpiPerLetterPixel : undefined
  const dpi = stated ?? seen ?? 200
  return Math.min(dpiBounds.most, Math.max(dpiBounds.least, dpi))
}

async function* each(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) if (chunk.length > 0) yield chunk
}
