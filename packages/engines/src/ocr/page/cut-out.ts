/** Cuts places out of a page, at another size, and leads what is read there back to the page. */
import type { RecognisedWord } from '../../tesseract/parse-words.ts'
import { readPgm, writePgm } from '../image/pgm.ts'
import type { Rectangle } from './find-left-over.ts'
import { scaleImage } from './scale-image.ts'

export interface CutOut {
  readonly pgm: Buffer
  placeBack(word: RecognisedWord): RecognisedWord
}

const margin = 60

/** Everything else is white. Undefined when this is no PGM of ours. */
export function cutOut(page: Buffer, places: readonly Rectangle[], scale: number): CutOut | undefined {
  const whole = readPgm(page)
  if (!whole || places.length === 0) return undefined
  const { pixels, width, height } = whole
  const [left, top] = [
    Math.min(...places.map(place => place.left)),
    Math.min(...places.map(place => place.top)),
  ]
  const [right, bottom] = [
    Math.max(...places.map(place => place.right)),
    Math.max(...places.map(place => place.bottom)),
  ]
  const origin = { x: Math.max(0, Math.floor(left) - margin), y: Math.max(0, Math.floor(top) - margin) }
  const [cutWidth, cutHeight] = [
    Math.min(width, Math.ceil(right) + margin) - origin.x,
    Math.min(height, Math.ceil(bottom) + margin) - origin.y,
  ]
  const cut = new Uint8Array(cutWidth * cutHeight).fill(255)
  for (const place of places) {
    const from = Math.max(origin.x, Math.floor(place.left))
    const to = Math.min(origin.x + cutWidth, Math.ceil(place.right))
    const last = Math.min(origin.y + cutHeight, Math.ceil(place.bottom))
    for (let y = Math.max(origin.y, Math.floor(place.top)); y < last && to > from; y += 1) {
      const row = pixels.subarray(y * width + from, y * width + to)
      cut.set(row, (y - origin.y) * cutWidth + from - origin.x)
    }
  }
  return {
    pgm: writePgm(scaleImage({ pixels: cut, width: cutWidth, height: cutHeight }, scale)),
    placeBack: word => ({
      ...word,
      x: Math.round(word.x / scale + origin.x),
      y: Math.round(word.y / scale + origin.y),
      width: Math.round(word.width / scale),
      height: Math.round(word.height / scale),
    }),
  }
}
