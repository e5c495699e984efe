/** A page as layout takes it: what was read, its pictures only by name. */
import { type Box, boxArea, type Fragment, type PdfPage } from '../read/page-model.ts'

export interface PictureMark extends Box {
  readonly id: string
  /** Made of paths: no scan, whatever it covers. */
  readonly isDrawing?: boolean
}

export interface PageContent extends Omit<PdfPage, 'pictures'> {
  readonly pictures: readonly PictureMark[]
}

/** A word that text recognition found on a page, in points from the page's top left corner. */
export interface RecognisedWord extends Box {
  readonly text: string
  /** Of the line it stands in. */
  readonly baseline: number
  /** Of the font, as far as the height of the line tells. */
  readonly size: number
}

const minText = 12

/** A page that is only a picture: what is written on it has to be recognised first. */
export function isScan(page: PageContent): boolean {
  const characters = page.fragments.reduce((sum, fragment) => sum + fragment.text.length, 0)
  return characters < minText && coveredShare(page) > 0.5
}

export function coveredShare(page: PageContent): number {
  const covered = page.pictures.reduce((sum, mark) => sum + (mark.isDrawing ? 0 : boxArea(mark)), 0)
  return covered / (page.width * page.height)
}

/** The picture of the page gives way to its words. */
export function withRecognisedWords(page: PageContent, words: readonly RecognisedWord[]): PageContent {
  if (words.length === 0) return page
  const font = { name: '', isBold: false, isItalic: false, isMonospaced: false, hasSerifs: true }
  const fragments = words.map(
    (word): Fragment => ({
      text: word.text,
      left: word.left,
      right: word.right,
      baseline: word.baseline,
      size: word.size,
      font,
      colour: '#000000',
      angle: 0,
      isInvisible: true,
      isAfterSpace: true,
    }),
  )
  return { ...page, fragments: [...page.fragments, ...fragments] }
}
