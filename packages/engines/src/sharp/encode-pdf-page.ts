/** Encodes the JPEG of a PDF page and derives the page size. */
import type { ImageTuning } from '../image-request.ts'
import { openPixels, type Pixels } from './pixels.ts'
import { pdfOptions } from './quality.ts'
import type { PdfImagePage } from './write-pdf.ts'

const pointsPerInch = 72
/** Densities outside of this range are placeholders, not an intended print size. */
const plausibleDensity = { min: 72, max: 2400 }
/** Maximum page size of PDF. */
const maxPoints = 14_400

export async function encodePdfPage(pixels: Pixels, tuning: ImageTuning): Promise<PdfImagePage> {
  const { data, info } = await openPixels(pixels)
    .jpeg(pdfOptions(tuning))
    .toBuffer({ resolveWithObject: true })
  const { density } = pixels
  const isPlausible =
    density !== undefined && density >= plausibleDensity.min && density <= plausibleDensity.max
  const pointsPerPixel = Math.min(
    pointsPerInch / (isPlausible ? density : pointsPerInch),
    maxPoints / Math.max(info.width, info.height),
  )
  return {
    jpeg: data,
    width: info.width,
    height: info.height,
    isGray: info.channels === 1,
    widthPoints: info.width * pointsPerPixel,
    heightPoints: info.height * pointsPerPixel,
  }
}
