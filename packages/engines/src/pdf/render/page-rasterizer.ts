/** Rasterizes parts of pages with PDFium, which is only opened on first use. */
import { type Box, boxHeight, boxWidth, type PlacedImage } from '../../page-layout/page-model.ts'
import { openForRendering, type RenderLimits, renderPage } from './render-page.ts'

export interface PageRasterizer {
  /** One image per region, in points from the top left corner of the page. */
  rasterize(page: number, regions: readonly Box[], dpi: number): Promise<PlacedImage[]>
  close(): void
}

export function createPageRasterizer(bytes: () => Promise<Uint8Array>, limits: RenderLimits): PageRasterizer {
  let opened: ReturnType<typeof openForRendering> | undefined
  let isClosed = false

  async function open() {
    const document = await openForRendering(Buffer.from(await bytes()), limits)
    if (isClosed) document.destroy()
    return document
  }

  return {
    async rasterize(number, regions, dpi) {
      opened ??= open()
      const page = (await opened).getPage(number - 1)
      // renderPage closes the page, so read its size first.
      const { originalWidth, originalHeight } = page.getOriginalSize()
      const { data, info } = await (await renderPage(page, dpi, limits.maxPixels))
        .raw()
        .toBuffer({ resolveWithObject: true })
      const [scaleX, scaleY] = [info.width / originalWidth, info.height / originalHeight]
      return regions.map(region => {
        const left = Math.min(info.width - 1, Math.max(0, Math.floor(region.left * scaleX)))
        const top = Math.min(info.height - 1, Math.max(0, Math.floor(region.top * scaleY)))
        const size = {
          width: Math.max(1, Math.min(info.width - left, Math.ceil(boxWidth(region) * scaleX))),
          height: Math.max(1, Math.min(info.height - top, Math.ceil(boxHeight(region) * scaleY))),
        }
        const pixels = { ...size, data: crop(data, info.width, left, top, size), channels: 3 as const }
        return { ...region, pixels, orientation: upright, visible: whole }
      })
    },
    close() {
      isClosed = true
      opened?.then(
        document => document.destroy(),
        () => {},
      )
    },
  }
}

const upright = { quarterRotations: 0, isMirrored: false } as const
const whole = { left: 0, top: 0, right: 1, bottom: 1 }

function crop(
  data: Buffer,
  rowPixels: number,
  left: number,
  top: number,
  { width, height }: { readonly width: number; readonly height: number },
): Buffer {
  const part = Buffer.allocUnsafe(width * height * 3)
  for (let y = 0; y < height; y++) {
    const start = ((top + y) * rowPixels + left) * 3
    data.copy(part, y * width * 3, start, start + width * 3)
  }
  return part
}
