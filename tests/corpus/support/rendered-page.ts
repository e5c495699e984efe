/** Pages as PDFium draws them, at 72 dpi. */
import { readFile } from 'node:fs/promises'
import { openForRendering, renderPage } from '@filesmith/engines/pdf/render/render-page'

const maxPixels = 10_000_000

export interface RenderedPage {
  /** Red, green and blue of each pixel. */
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

export async function renderedPage(path: string, pageIndex = 0): Promise<RenderedPage> {
  const document = await openForRendering(await readFile(path), { maxPages: 1000, maxPixels })
  try {
    const image = await renderPage(document.getPage(pageIndex), 72, maxPixels)
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } finally {
    document.destroy()
  }
}

/** Of the channels of two pages, from 0 to 255. */
export function meanDifference({ data: one }: RenderedPage, { data: other }: RenderedPage): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Box around all pixels that differ, in points of the page as seen. */
export async function changedBox(before: string, after: string, pageIndex = 0): Promise<Box | undefined> {
  const [one, other] = [await renderedPage(before, pageIndex), await renderedPage(after, pageIndex)]
  let box: Box | undefined
  for (let index = 0; index < one.data.length; index += 3) {
    const isSame = [0, 1, 2].every(
      channel => Math.abs((one.data[index + channel] ?? 0) - (other.data[index + channel] ?? 0)) < 8,
    )
    if (isSame) continue
    const [x, y] = [(index / 3) % one.width, Math.floor(index / 3 / one.width)]
    box = {
      left: Math.min(box?.left ?? x, x),
      top: Math.min(box?.top ?? y, y),
      right: Math.max(box?.right ?? x, x),
      bottom: Math.max(box?.bottom ?? y, y),
    }
  }
  return box
}
