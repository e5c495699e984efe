/** Drawing operators that lay words over a page, unseen, each exactly where it stands in the picture. */
import { hasRightToLeft, readingOrder } from '../../pdf/layout/bidi.ts'
import type { ReadPage, ReadWord } from '../text/read-document.ts'
import { glyphAdvance } from './glyphless-font.ts'

/** From the upright page, in points from its upper left corner, to the coordinates of the PDF's page. */
export type ToPdf = (x: number, y: number) => readonly [x: number, y: number]

export function invisibleText(page: ReadPage, fontName: string, toPdf: ToPdf): string {
  const words = page.words
    .map((word, index) => reachingNext(word, page.words[index + 1]))
    .filter(({ text, left, right, size }) => text !== '' && right > left && size > 0)
  if (words.length === 0) return ''
  return `q BT 3 Tr\n${words.map((word, at) => drawWord(word, words[at + 1]?.isGlued === true, page, fontName, toPdf)).join('\n')}\nET Q`
}

/** Readers take a gap for a space; where there is none, a word goes on to where the next one begins. */
function reachingNext(word: ReadWord, next: ReadWord | undefined): ReadWord {
  const isNear = next !== undefined && next.line === word.line && next.left > word.right
  return isNear && next.isGlued && next.left - word.right < 1.2 * word.size
    ? { ...word, right: next.left }
    : word
}

function drawWord(
  word: ReadWord,
  isGluedToNext: boolean,
  page: ReadPage,
  fontName: string,
  toPdf: ToPdf,
): string {
  const place = placer(page, toPdf)
  // Drawn text stands from left to right, also where it is read the other way; readers turn it around again.
  const drawn = hasRightToLeft(word.text) ? readingOrder(word.text) : word.text
  const direction = ((word.angle ?? 0) * Math.PI) / 180
  const [start, along, up] = [
    place(word.left, word.baseline),
    place(word.left + Math.cos(direction), word.baseline + Math.sin(direction)),
    place(word.left + Math.sin(direction), word.baseline - Math.cos(direction)),
  ]
  const matrix = [
    along[0] - start[0],
    along[1] - start[1],
    up[0] - start[0],
    up[1] - start[1],
    start[0],
    start[1],
  ].map(short)
  const natural = (drawn.length * glyphAdvance * word.size) / 1000
  const stretch = (100 * (word.right - word.left)) / natural
  const text = isGluedToNext ? drawn : `${drawn} `
  return `/${fontName} ${short(word.size)} Tf ${short(stretch)} Tz ${matrix.join(' ')} Tm <${hexOf(text)}> Tj`
}

/** The straightened page lies askew on the upright one, around its middle. */
function placer({ width, height, place }: ReadPage, toPdf: ToPdf): ToPdf {
  const angle = (place.skewDegrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return (x, y) => {
    const [across, down] = [x - width / 2, y - height / 2]
    return toPdf(place.width / 2 + across * cos - down * sin, place.height / 2 + across * sin + down * cos)
  }
}

function hexOf(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex')
}

function short(value: number): string {
  return String(Math.round(value * 10_000) / 10_000)
}
