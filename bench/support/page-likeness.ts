/** How alike the pages of two PDFs look: structural similarity of small grey pictures, where either has ink. */
import { openForRendering, renderPage } from '@filesmith/engines/pdf/render/render-page'

export interface PageLikeness {
  /** 0 to 1, over all pages of the longer one: a page that the other does not have is not alike at all. */
  readonly likeness: number
  readonly pages: number
  readonly otherPages: number
}

const dpi = 36
/** Lines of another font break a little elsewhere: what counts is where the page is dark. */
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
    const twin = others[index]
    return twin ? sum + similarity(page, twin) : sum
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

/** The usual constants for 8 bits, which keep flat windows from dividing by nothing. */
const [small, smaller] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]

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
    ((2 * meanA * meanB + small) * (2 * covariance + smaller)) /
    ((meanA ** 2 + meanB ** 2 + small) * (varianceA + varianceB + smaller))
  return { likeness, hasInk: Math.min(meanA, meanB) < 250 }
}
