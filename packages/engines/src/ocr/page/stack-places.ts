/** Lays places of a page one below the other, as lines of a small picture of their own. */
import type { RecognisedWord } from '../../tesseract/parse-words.ts'
import type { GrayImage } from '../image/gray-image.ts'
import type { Rectangle } from './find-left-over.ts'
import { scaleImage } from './scale-image.ts'

export interface Stack {
  readonly image: GrayImage
  /** What was read of each place. */
  linesOf(words: readonly RecognisedWord[]): RecognisedWord[][]
}

const margin = 20
/** Between two of them, in heights of the higher one. */
const gap = 0.6

export function stackPlaces(page: GrayImage, places: readonly Rectangle[], scale: number): Stack {
  const boxes = places.map(place => inside(place, page))
  const highest = Math.max(...boxes.map(({ top, bottom }) => bottom - top))
  const between = Math.round(gap * highest)
  const width = Math.max(...boxes.map(({ left, right }) => right - left)) + 2 * margin
  let height = margin
  const rows = boxes.map(({ top, bottom }) => {
    const row = { top: height, bottom: height + bottom - top }
    height = row.bottom + between
    return row
  })
  height += margin
  const pixels = new Uint8Array(width * height).fill(255)
  for (const [index, { left, right, top, bottom }] of boxes.entries())
    for (let y = top; y < bottom; y += 1) {
      const row = (rows[index]?.top ?? 0) + y - top
      pixels.set(page.pixels.subarray(y * page.width + left, y * page.width + right), row * width + margin)
    }
  return {
    image: scaleImage({ pixels, width, height }, scale),
    linesOf: words =>
      rows.map(({ top, bottom }) =>
        longestLine(
          words.filter(word => {
            const middle = (word.y + word.height / 2) / scale
            return middle > top - between / 2 && middle < bottom + between / 2
          }),
        ),
      ),
  }
}

function inside({ left, top, right, bottom }: Rectangle, { width, height }: GrayImage): Rectangle {
  const [fromX, fromY] = [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top))]
  return {
    left: fromX,
    top: fromY,
    right: Math.max(fromX, Math.min(width, Math.ceil(right))),
    bottom: Math.max(fromY, Math.min(height, Math.ceil(bottom))),
  }
}

/** Feet of the line above may be taken for a line of their own. */
function longestLine(words: readonly RecognisedWord[]): RecognisedWord[] {
  const lengthOf = (line: readonly RecognisedWord[]) => line.reduce((sum, { text }) => sum + text.length, 0)
  return [...Map.groupBy(words, ({ line }) => line).values()].reduce(
    (longest, line) => (lengthOf(line) > lengthOf(longest) ? line : longest),
    [],
  )
}
