/** Draws preview frames and their caption on a canvas. */
import { drawCaption } from './draw-caption.ts'

type Drawable = HTMLVideoElement | HTMLImageElement | ImageBitmap

function sizeOf(image: Drawable): readonly [number, number] {
  if (image instanceof HTMLVideoElement) return [image.videoWidth, image.videoHeight]
  if (image instanceof HTMLImageElement) return [image.naturalWidth, image.naturalHeight]
  return [image.width, image.height]
}

/** Scales the image to fit; the remaining area stays transparent. */
export function drawFrame(canvas: HTMLCanvasElement, image: Drawable | undefined, caption: string): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.clearRect(0, 0, canvas.width, canvas.height)
  if (image) drawFitted(context, image)
  drawCaption(context, caption)
}

export function drawFitted(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  image: Drawable,
): void {
  const { width: targetWidth, height: targetHeight } = context.canvas
  const [sourceWidth, sourceHeight] = sizeOf(image)
  if (sourceWidth === 0 || sourceHeight === 0) return
  const scale = Math.min(targetWidth / sourceWidth, targetHeight / sourceHeight)
  // A rounded height differs from the exact one by less than a pixel; fill it to avoid a gap.
  const fit = (source: number, target: number) =>
    Math.abs(source * scale - target) < 1 ? target : source * scale
  const [width, height] = [fit(sourceWidth, targetWidth), fit(sourceHeight, targetHeight)]
  context.drawImage(image, (targetWidth - width) / 2, (targetHeight - height) / 2, width, height)
}
