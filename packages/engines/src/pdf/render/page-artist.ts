/** Draws parts of pages with PDFium, for what reading cannot take apart; PDFium is only opened when it is needed. */
import { type Box, boxHeight, boxWidth, type PlacedImage } from '../read/page-model.ts'
import { type DrawLimits, drawPage, openForDrawing } from './render-page.ts'

export interface PageArtist {
  /** One picture for each place, in points from the page's top left corner. */
  draw(page: number, places: readonly Box[], dpi: number): Promise<PlacedImage[]>
  close(): void
}

export function createPageArtist(bytes: () => Promise<Uint8Array>, limits: DrawLimits): PageArtist {
  let opened: ReturnType<typeof openForDrawing> | undefined
  let isClosed = false

  async function open() {
    const document = await openForDrawing(Buffer.from(await bytes()), limits)
    if (isClosed) document.destroy()
    return document
  }

  return {
    async draw(number, places, dpi) {
      opened ??= open()
      const page = (await opened).getPage(number - 1)
      // Drawing closes the page.
      const { originalWidth, originalHeight } = page.getOriginalSize()
      const { data, info } = await (await drawPage(page, dpi, limits.maxPixels))
        .raw()
        .toBuffer({ resolveWithObject: true })
      const [scaleX, scaleY] = [info.width / originalWidth, info.height / originalHeight]
      return places.map(place => {
        const left = Math.min(info.width - 1, Math.max(0, Math.floor(place.left * scaleX)))
        const top = Math.min(info.height - 1, Math.max(0, Math.floor(place.top * scaleY)))
        const size = {
          width: Math.max(1, Math.min(info.width - left, Math.ceil(boxWidth(place) * scaleX))),
          height: Math.max(1, Math.min(info.height - top, Math.ceil(boxHeight(place) * scaleY))),
        }
        const pixels = { ...size, data: cut(data, info.width, left, top, size), channels: 3 as const }
        return { ...place, pixels, orientation: upright, visible: whole }
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

function cut(
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
