/** Content stream operators for an invisible text layer, with each word at its position in the image. */
import { hasRightToLeft, readingOrder } from '../../page-layout/bidi.ts'
import type { OcrPage, OcrWord } from '../text/ocr-page.ts'
import { readingOrderOf } from '../text/page-parts.ts'
import { glyphAdvance } from './glyphless-font.ts'

/** Maps points from the top left corner of the upright page to PDF user space. */
export type ToPdf = (x: number, y: number) => readonly [x: number, y: number]

export function invisibleText(page: OcrPage, fontName: string, toPdf: ToPdf): string {
  const indices = readingOrderOf(page).filter(index => isDrawable(page.words[index]))
  if (indices.length === 0) return ''
  const drawn = indices.map((index, at) => {
    const [word, next] = [page.words[index] as OcrWord, page.words[index + 1]]
    const isGluedToNext = next?.isGlued === true && indices[at + 1] === index + 1
    return drawWord(extendToNext(word, next), isGluedToNext, page, fontName, toPdf)
  })
  return `q BT 3 Tr\n${drawn.join('\n')}\nET Q`
}

function isDrawable(word: OcrWord | undefined): boolean {
  return word !== undefined && word.text !== '' && word.right > word.left && word.size > 0
}

/** PDF viewers treat a gap as a space, so a word without a following space is extended to the next one. */
function extendToNext(word: OcrWord, next: OcrWord | undefined): OcrWord {
  const isNear = next !== undefined && next.line === word.line && next.left > word.right
  return isNear && next.isGlued && next.left - word.right < 1.2 * word.size
    ? { ...word, right: next.left }
    : word
}

function drawWord(
  word: OcrWord,
  isGluedToNext: boolean,
  page: OcrPage,
  fontName: string,
  toPdf: ToPdf,
): string {
  const locate = createLocator(page, toPdf)
  // Text is drawn in visual order; PDF viewers reorder right-to-left text when it is copied.
  const drawn = hasRightToLeft(word.text) ? readingOrder(word.text) : word.text
  const direction = ((word.angle ?? 0) * Math.PI) / 180
  const [start, along, up] = [
    locate(word.left, word.baseline),
    locate(word.left + Math.cos(direction), word.baseline + Math.sin(direction)),
    locate(word.left + Math.sin(direction), word.baseline - Math.cos(direction)),
  ]
  const matrix = [
    along[0] - start[0],
    along[1] - start[1],
    up[0] - start[0],
    up[1] - start[1],
    start[0],
    start[1],
  ].map(formatNumber)
  const natural = (drawn.length * glyphAdvance * word.size) / 1000
  const horizontalScale = (100 * (word.right - word.left)) / natural
  const text = isGluedToNext ? drawn : `${drawn} `
  return `/${fontName} ${formatNumber(word.size)} Tf ${formatNumber(horizontalScale)} Tz ${matrix.join(' ')} Tm <${hexOf(text)}> Tj`
}

/** Rotates positions of the deskewed page by the skew around the page center. */
function createLocator({ width, height, placement }: OcrPage, toPdf: ToPdf): ToPdf {
  const angle = (placement.skewDegrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return (x, y) => {
    const [across, down] = [x - width / 2, y - height / 2]
    return toPdf(
      placement.width / 2 + across * cos - down * sin,
      placement.height / 2 + across * sin + down * cos,
    )
  }
}

function hexOf(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex')
}

function formatNumber(value: number): string {
  return String(Math.round(value * 10_000) / 10_000)
}
