/** A page as layout takes it: what was read, its pictures only by name. */
import { type Box, boxArea, type Fragment, type PdfPage } from '../read/page-model.ts'

export interface ImageMark extends Box {
  readonly id: string
  /** Made of paths: no scan, whatever it covers. */
  readonly isDrawing?: boolean
}

export interface PageContent extends Omit<PdfPage, 'images'> {
  readonly images: readonly ImageMark[]
}

/** A word that text recognition found on a page, in points from the page's top left corner. */
export interface RecognisedWord extends Box {
  readonly text: string
  /** Of the line it stands in. */
  readonly baseline: number
  /** Of the font, as far as the height of the line tells. */
  readonly size: number
  /** No space stands before it. */
  readonly isGlued?: boolean
}

const minText = 12

/** A page that is only a picture: what is written on it has to be recognised first. */
export function isScan(page: PageContent): boolean {
  const characters = page.fragments.reduce((sum, fragment) => sum + fragment.text.length, 0)
  return characters < minText && coveredShare(page) > 0.5
}

export function coveredShare(page: PageContent): number {
  const covered = page.images.reduce((sum, mark) => sum + (mark.isDrawing ? 0 : boxArea(mark)), 0)
  return covered / (page.width * page.height)
}

/** What was recognised, on the page as it was read: turned upright and straightened. */
export interface RecognisedContent {
  readonly width: number
  readonly height: number
  readonly words: readonly RecognisedWord[]
}

/** The picture of the page gives way to its words. */
export function withRecognisedWords(page: PageContent, read: RecognisedContent | undefined): PageContent {
  if (read === undefined || read.words.length === 0) return page
  const isTurned = read.width > read.height !== page.width > page.height
  const font = { name: '', isBold: false, isItalic: false, isMonospaced: false, hasSerifs: true }
  const fragments = read.words.map(
    (word): Fragment => ({
      text: word.text,
      left: word.left,
      right: word.right,
      baseline: word.baseline,
      size: word.size,
      font,
      color: '#000000',
      angle: 0,
      isInvisible: true,
      isAfterSpace: !word.isGlued,
      isInReadingOrder: true,
    }),
  )
  const { width, height } = isTurned ? { width: page.height, height: page.width } : page
  return {
    ...page,
    width,
    height,
    fragments: [...page.fragments, ...centred(fragments, read, { width, height })],
  }
}

/** Straightening makes room around the page; it is as large as before, around the same middle. */
function centred(
  fragments: readonly Fragment[],
  read: Pick<RecognisedContent, 'width' | 'height'>,
  page: Pick<RecognisedContent, 'width' | 'height'>,
): Fragment[] {
  const [across, down] = [(page.width - read.width) / 2, (page.height - read.height) / 2]
  return fragments.map(fragment => ({
    ...fragment,
    left: fragment.left + across,
    right: fragment.right + across,
    baseline: fragment.baseline + down,
  }))
}
