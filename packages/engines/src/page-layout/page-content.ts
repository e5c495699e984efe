/** Input of the layout: page content with images by id. */
import { type Box, boxArea, type Fragment, type PageModel } from './page-model.ts'

export interface ImageMark extends Box {
  readonly id: string
  /** Rasterized vector drawing, which does not count as a scan. */
  readonly isDrawing?: boolean
  /** Recognized in it, by line. */
  readonly text?: readonly string[]
}

export interface PageContent extends Omit<PageModel, 'images'> {
  readonly images: readonly ImageMark[]
}

/** Word found by OCR, in points from the top left corner of the page. */
export interface RecognizedWord extends Box {
  readonly text: string
  /** Of its line. */
  readonly baseline: number
  /** Font size, estimated from the line height. */
  readonly size: number
  /** Number of its text block in reading order; undefined if the layout was not analyzed. */
  readonly block?: number
  /** Not separated from the previous word by a space. */
  readonly isGlued?: boolean
}

const minText = 12

/** A page that consists only of an image and needs OCR. */
export function isScan(page: PageContent): boolean {
  const characters = page.fragments.reduce((sum, fragment) => sum + fragment.text.length, 0)
  return characters < minText && coveredShare(page) > 0.5
}

export function coveredShare(page: PageContent): number {
  const covered = page.images.reduce((sum, mark) => sum + (mark.isDrawing ? 0 : boxArea(mark)), 0)
  return covered / (page.width * page.height)
}

/** OCR result of the rotated and deskewed page. */
export interface RecognizedContent {
  readonly width: number
  readonly height: number
  readonly words: readonly RecognizedWord[]
}

/** Adds the recognized words to the page as an invisible text layer. */
export function withRecognizedWords(page: PageContent, read: RecognizedContent | undefined): PageContent {
  if (read === undefined || read.words.length === 0) return page
  const isRotated = read.width > read.height !== page.width > page.height
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
      ...(word.block !== undefined && { block: word.block }),
    }),
  )
  const { width, height } = isRotated ? { width: page.height, height: page.width } : page
  return {
    ...page,
    width,
    height,
    fragments: [...page.fragments, ...centered(fragments, read, { width, height })],
  }
}

/** Deskewing enlarges the page around its center; shifts the words back. */
function centered(
  fragments: readonly Fragment[],
  read: Pick<RecognizedContent, 'width' | 'height'>,
  page: Pick<RecognizedContent, 'width' | 'height'>,
): Fragment[] {
  const [across, down] = [(page.width - read.width) / 2, (page.height - read.height) / 2]
  return fragments.map(fragment => ({
    ...fragment,
    left: fragment.left + across,
    right: fragment.right + across,
    baseline: fragment.baseline + down,
  }))
}
