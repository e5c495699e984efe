/** Decides which part of a picture fills the asked size: all of it, the middle, or what catches the eye. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import type { ResizeSettings } from '@filesmith/contract/image-resize/resized-size'
import { whileWriting } from '../failures.ts'
import { openRaster, type Raster, type Window, wholeOf } from './raster.ts'

/** What catches the eye is found on a small copy. */
const glanceSide = 200

export async function chooseWindow(raster: Raster, settings: ResizeSettings, size: Size): Promise<Window> {
  if (settings.mode !== 'fill') return wholeOf(raster)
  const scale = Math.min(raster.width / size.width, raster.height / size.height)
  const window = {
    width: Math.min(raster.width, Math.max(1, Math.round(size.width * scale))),
    height: Math.min(raster.height, Math.max(1, Math.round(size.height * scale))),
  }
  const [spareWidth, spareHeight] = [raster.width - window.width, raster.height - window.height]
  if (!settings.isSmartCrop || (spareWidth === 0 && spareHeight === 0))
    return { ...window, left: Math.floor(spareWidth / 2), top: Math.floor(spareHeight / 2) }
  const glance = Math.min(1, glanceSide / Math.max(window.width, window.height))
  const small = {
    width: Math.max(1, Math.round(window.width * glance)),
    height: Math.max(1, Math.round(window.height * glance)),
  }
  const { info } = await whileWriting(() =>
    openRaster(raster)
      .resize(small.width, small.height, { fit: 'cover', position: 'attention' })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  const place = (offset: number | undefined, spare: number) =>
    Math.min(spare, Math.max(0, Math.round(-(offset ?? 0) / glance)))
  return {
    ...window,
    left: place(info.cropOffsetLeft, spareWidth),
    top: place(info.cropOffsetTop, spareHeight),
  }
}
