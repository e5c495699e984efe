/** Chooses the part of an image that fills the requested size: all, the center, or the most salient area. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import type { ResizeSettings } from '@filesmith/contract/image-resize/resized-size'
import { whileWriting } from '../failures.ts'
import { fullWindow, openRaster, type Raster, type Window } from './raster.ts'

/** Side of the small copy on which libvips searches for the salient area. */
const attentionSide = 200

export async function chooseWindow(raster: Raster, settings: ResizeSettings, size: Size): Promise<Window> {
  if (settings.mode !== 'fill') return fullWindow(raster)
  const scale = Math.min(raster.width / size.width, raster.height / size.height)
  const window = {
    width: Math.min(raster.width, Math.max(1, Math.round(size.width * scale))),
    height: Math.min(raster.height, Math.max(1, Math.round(size.height * scale))),
  }
  const [spareWidth, spareHeight] = [raster.width - window.width, raster.height - window.height]
  if (!settings.isSmartCrop || (spareWidth === 0 && spareHeight === 0))
    return { ...window, left: Math.floor(spareWidth / 2), top: Math.floor(spareHeight / 2) }
  const attentionScale = Math.min(1, attentionSide / Math.max(window.width, window.height))
  const small = {
    width: Math.max(1, Math.round(window.width * attentionScale)),
    height: Math.max(1, Math.round(window.height * attentionScale)),
  }
  const { info } = await whileWriting(() =>
    openRaster(raster)
      .resize(small.width, small.height, { fit: 'cover', position: 'attention' })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  const scaledOffset = (offset: number | undefined, spare: number) =>
    Math.min(spare, Math.max(0, Math.round(-(offset ?? 0) / attentionScale)))
  return {
    ...window,
    left: scaledOffset(info.cropOffsetLeft, spareWidth),
    top: scaledOffset(info.cropOffsetTop, spareHeight),
  }
}
