/** Visual similarity of two PDFs: SSIM of small grayscale page images, where either has ink. */
import { openForRendering, renderPage } from '@filesmith/engines/pdf/render/render-page'

export interface PageLikeness {
  /** 0 to 1, over all pages of the longer document: a missing page counts as 0. */
  readonly likeness: number
  readonly pages: number
  readonly otherPages: number
}

const dpi = 36
/** Lines of another font break elsewhere: only where the page is dark matters. */
const blur = 1.5
const side = 8
const step = 4
const limits = { maxPages: 1000, maxPixels: 50_000_000 }

interface GrayPage {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

export async function pageLikeness(original: Buffer, other: Buffer): Promise<PageLikeness> {
  const pages = await grayPages(original)
  const others = await grayPages(other, pages)
  const count = Math.max(pages.length, others.length)
  const total = pages.reduce((sum, page, index) => {
    const otherPage = others[index]
    return otherPage ? sum + similarity(page, otherPage) : sum
  }, 0)
  return { likeness: total / count, pages: pages.length, otherPages: others.length }
}

async function grayPages(pdf: Buffer, like: readonly GrayPage[] = []): Promise<GrayPage[]> {
  const document = await openForRendering(pdf, limits)
  try {
    const pages: GrayPage[] = []
    for (let index = 0; index < document.getPageCount(); index++) {
      const image = (await renderPage(document.getPage(index), dpi, limits.maxPixels)).greyscale().blur(blur)
      const size = like[index]
      const shaped = size ? image.resize(size.width, size.height, { fit: 'fill' }) : image
      const { data, info } = await shaped.raw().toBuffer({ resolveWithObject: true })
      pages.push({ data, width: info.width, height: info.height })
    }
    return pages
  } finally {
    document.destroy()
  }
}

function similarity(one: GrayPage, other: GrayPage): number {
  let [sum, windows] = [0, 0]
  for (let top = 0; top + side <= one.height; top += step) {
    for (let left = 0; left + side <= one.width; left += step) {
      const { likeness, hasInk } = compareWindow(one, other, left, top)
      if (!hasInk) continue
      sum += likeness
      windows += 1
    }
  }
  return windows === 0 ? 1 : sum / windows
}

/** Usual SSIM constants for 8 bits, which avoid division by zero in flat windows. */
const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]

function compareWindow(one: GrayPage, other: GrayPage, left: number, top: number) {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0]
  for (let y = top; y < top + side; y++) {
    for (let x = left; x < left + side; x++) {
      const at = y * one.width + x
      const [p, q] = [one.data[at] ?? 255, other.data[at] ?? 255]
      a += p
      b += q
      aa += p * p
      bb += q * q
      ab += p * q
    }
  }
  const count = side * side
  const [meanA, meanB] = [a / count, b / count]
  const [varianceA, varianceB] = [aa / count - meanA ** 2, bb / count - meanB ** 2]
  const covariance = ab / count - meanA * meanB
  const likeness =
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) /
    ((meanA ** 2 + meanB ** 2 + c1) * (varianceA + varianceB + c2))
  return { likeness, hasInk: Math.min(meanA, meanB) < 250 }
}
