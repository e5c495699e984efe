/** Stacks regions of a page vertically into one small image, so that a single Tesseract run recognizes all of them. */
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import type { GrayImage } from '../image/gray-image.ts'
import type { Rectangle } from './find-missed-text.ts'
import { scaleImage } from './scale-image.ts'

export interface Stack {
  readonly image: GrayImage
  /** Words of each region, in the order of the regions. */
  linesOf(words: readonly TesseractWord[]): TesseractWord[][]
}

const margin = 20
/** Vertical gap, as a share of the tallest region. */
const gap = 0.6

export function stackRegions(page: GrayImage, regions: readonly Rectangle[], scale: number): Stack {
  const boxes = regions.map(region => inside(region, page))
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

/** Descenders of the line above may be recognized as a separate line. */
function longestLine(words: readonly TesseractWord[]): TesseractWord[] {
  const lengthOf = (line: readonly TesseractWord[]) => line.reduce((sum, { text }) => sum + text.length, 0)
  return [...Map.groupBy(words, ({ line }) => line).values()].reduce(
    (longest, line) => (lengthOf(line) > lengthOf(longest) ? line : longest),
    [],
  )
}
