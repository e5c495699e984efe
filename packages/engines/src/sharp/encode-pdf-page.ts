/** Makes the JPEG and the page size of one PDF page. */
import type { ImageQuality } from '../image-request.ts'
import { openPixels, type Pixels } from './pixels.ts'
import { pdfQuality } from './quality.ts'
import type { PdfPage } from './write-pdf.ts'

const pointsPerInch = 72
/** Stated densities below or above these are placeholders rather than a size someone meant. */
const meantDensity = { least: 72, most: 2400 }
/** The largest side a page may have. */
const maxPoints = 14_400

export async function encodePdfPage(pixels: Pixels, quality: ImageQuality): Promise<PdfPage> {
  const { data, info } = await openPixels(pixels)
    .jpeg(pdfQuality[quality])
    .toBuffer({ resolveWithObject: true })
  const { density } = pixels
  const isMeant = density !== undefined && density >= meantDensity.least && density <= meantDensity.most
  const pointsPerPixel = Math.min(
    pointsPerInch / (isMeant ? density : pointsPerInch),
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
