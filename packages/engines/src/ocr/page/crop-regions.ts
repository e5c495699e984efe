/** Crops regions out of a page, scales them, and maps recognized words back to page coordinates. */
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import { readPgm, writePgm } from '../image/pgm.ts'
import type { Rectangle } from './find-missed-text.ts'
import { scaleImage } from './scale-image.ts'

export interface CroppedRegions {
  readonly pgm: Buffer
  toPage(word: TesseractWord): TesseractWord
}

const margin = 60

/** Everything outside the regions is white. Undefined if the buffer is not a PGM written by `writePgm`. */
export function cropRegions(
  page: Buffer,
  regions: readonly Rectangle[],
  scale: number,
): CroppedRegions | undefined {
  const whole = readPgm(page)
  if (!whole || regions.length === 0) return undefined
  const { pixels, width, height } = whole
  const [left, top] = [
    Math.min(...regions.map(region => region.left)),
    Math.min(...regions.map(region => region.top)),
  ]
  const [right, bottom] = [
    Math.max(...regions.map(region => region.right)),
    Math.max(...regions.map(region => region.bottom)),
  ]
  const origin = { x: Math.max(0, Math.floor(left) - margin), y: Math.max(0, Math.floor(top) - margin) }
  const [cutWidth, cutHeight] = [
    Math.min(width, Math.ceil(right) + margin) - origin.x,
    Math.min(height, Math.ceil(bottom) + margin) - origin.y,
  ]
  const cut = new Uint8Array(cutWidth * cutHeight).fill(255)
  for (const region of regions) {
    const from = Math.max(origin.x, Math.floor(region.left))
    const to = Math.min(origin.x + cutWidth, Math.ceil(region.right))
    const last = Math.min(origin.y + cutHeight, Math.ceil(region.bottom))
    for (let y = Math.max(origin.y, Math.floor(region.top)); y < last && to > from; y += 1) {
      const row = pixels.subarray(y * width + from, y * width + to)
      cut.set(row, (y - origin.y) * cutWidth + from - origin.x)
    }
  }
  return {
    pgm: writePgm(scaleImage({ pixels: cut, width: cutWidth, height: cutHeight }, scale)),
    toPage: word => ({
      ...word,
      x: Math.round(word.x / scale + origin.x),
      y: Math.round(word.y / scale + origin.y),
      width: Math.round(word.width / scale),
      height: Math.round(word.height / scale),
    }),
  }
}
