/** Cuts places out of a page, at another size, and leads what is read there back to the page. */
import type { RecognisedWord } from '../../tesseract/parse-words.ts'
import type { Rectangle } from './find-left-over.ts'

export interface CutOut {
  readonly pgm: Buffer
  placeBack(word: RecognisedWord): RecognisedWord
}

const margin = 60

/** Everything else is white. Undefined when this is no PGM of ours. */
export function cutOut(page: Buffer, places: readonly Rectangle[], scale: number): CutOut | undefined {
  const head = /^P5\n(\d+) (\d+)\n255\n/.exec(page.subarray(0, 64).toString('latin1'))
  if (!head || places.length === 0) return undefined
  const [start, width, height] = [head[0].length, Number(head[1]), Number(head[2])]
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
  const cut = Buffer.alloc(cutWidth * cutHeight, 255)
  for (const place of places) {
    const from = Math.max(origin.x, Math.floor(place.left))
    const to = Math.min(origin.x + cutWidth, Math.ceil(place.right))
    const last = Math.min(origin.y + cutHeight, Math.ceil(place.bottom))
    for (let y = Math.max(origin.y, Math.floor(place.top)); y < last && to > from; y += 1) {
      const row = start + y * width
      page.copy(cut, (y - origin.y) * cutWidth + from - origin.x, row + from, row + to)
    }
  }
  const small = shrink(cut, cutWidth, cutHeight, scale)
  return {
    pgm: Buffer.concat([Buffer.from(`P5\n${small.width} ${small.height}\n255\n`, 'latin1'), small.pixels]),
    placeBack: word => ({
      ...word,
      x: Math.round(word.x / scale + origin.x),
      y: Math.round(word.y / scale + origin.y),
      width: Math.round(word.width / scale),
      height: Math.round(word.height / scale),
    }),
  }
}

function shrink(pixels: Buffer, width: number, height: number, scale: number) {
  if (scale === 1) return { pixels, width, height }
  const [toWidth, toHeight] = [
    Math.max(1, Math.floor(width * scale)),
    Math.max(1, Math.floor(height * scale)),
  ]
  const result = Buffer.alloc(toWidth * toHeight)
  for (let y = 0; y < toHeight; y += 1)
    for (let x = 0; x < toWidth; x += 1) {
      const [fromX, fromY] = [(x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5]
      const [left, top] = [Math.max(0, Math.floor(fromX)), Math.max(0, Math.floor(fromY))]
      const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)]
      const [across, down] = [fromX - left, fromY - top]
      const at = (column: number, row: number) => pixels[row * width + column] as number
      const upper = at(left, top) * (1 - across) + at(right, top) * across
      const lower = at(left, bottom) * (1 - across) + at(right, bottom) * across
      result[y * toWidth + x] = upper * (1 - down) + lower * down
    }
  return { pixels: result, width: toWidth, height: toHeight }
}
