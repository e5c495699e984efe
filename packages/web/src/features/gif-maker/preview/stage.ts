/** Where the frames of a preview are drawn, with their caption. */
import { drawCaption } from './draw-caption.ts'

type Drawable = HTMLVideoElement | HTMLImageElement | ImageBitmap

function sizeOf(image: Drawable): readonly [number, number] {
  if (image instanceof HTMLVideoElement) return [image.videoWidth, image.videoHeight]
  if (image instanceof HTMLImageElement) return [image.naturalWidth, image.naturalHeight]
  return [image.width, image.height]
}

/** The whole picture, as large as it fits; what is left beside it stays see-through. */
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
  const { width: roomWidth, height: roomHeight } = context.canvas
  const [ownWidth, ownHeight] = sizeOf(image)
  if (ownWidth === 0 || ownHeight === 0) return
  const scale = Math.min(roomWidth / ownWidth, roomHeight / ownHeight)
  // A rounded height differs from the exact one by less than a pixel: no seam is left for that.
  const fit = (own: number, room: number) => (Math.abs(own * scale - room) < 1 ? room : own * scale)
  const [width, height] = [fit(ownWidth, roomWidth), fit(ownHeight, roomHeight)]
  context.drawImage(image, (roomWidth - width) / 2, (roomHeight - height) / 2, width, height)
}
