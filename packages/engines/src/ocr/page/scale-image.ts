/** Bilinear scaling in the main process: for a few lines this is cheaper than a helper call. */
import type { GrayImage } from '../image/gray-image.ts'

export function scaleImage({ pixels, width, height }: GrayImage, scale: number): GrayImage {
  if (scale === 1) return { pixels, width, height }
  const [toWidth, toHeight] = [
    Math.max(1, Math.floor(width * scale)),
    Math.max(1, Math.floor(height * scale)),
  ]
  const result = new Uint8Array(toWidth * toHeight)
  const at = (column: number, row: number) => pixels[row * width + column] as number
  for (let y = 0; y < toHeight; y += 1)
    for (let x = 0; x < toWidth; x += 1) {
      const [fromX, fromY] = [Math.max(0, (x + 0.5) / scale - 0.5), Math.max(0, (y + 0.5) / scale - 0.5)]
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)]
      const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)]
      const [across, down] = [fromX - left, fromY - top]
      const upper = at(left, top) * (1 - across) + at(right, top) * across
      const lower = at(left, bottom) * (1 - across) + at(right, bottom) * across
      result[y * toWidth + x] = upper * (1 - down) + lower * down
    }
  return { pixels: result, width: toWidth, height: toHeight }
}
