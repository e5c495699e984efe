/** Text inside images of pages that have other text: which images to read, and the lines that were read. */
import type { ImageMark, PageContent } from '../page-layout/page-content.ts'
import {
  boxArea,
  boxHeight,
  boxWidth,
  type Fragment,
  isCenterIn,
  overlap,
} from '../page-layout/page-model.ts'
import { fragmentBox } from '../page-layout/page-texts.ts'
import type { RecognizedImage } from './recognized-pages.ts'
import type { UnreadImage } from './request.ts'

/** In points: smaller images are icons. */
const minWidth = 60
const minHeight = 18
/** Images with more text drawn over them are backgrounds. */
const maxTextOver = 150
/** An image at the same place of more pages is decoration. */
const maxRepeats = 2
const maxPerPage = 6
const maxPerDocument = 40

/** The smallest first: they are read quickly. */
export function findUnreadImages(pages: readonly PageContent[]): UnreadImage[] {
  const found = pages.flatMap(page =>
    page.images
      .filter(mark => isReadable(mark, page))
      .sort((a, b) => boxArea(a) - boxArea(b))
      .slice(0, maxPerPage)
      .map(({ left, top, right, bottom }) => ({ page: page.number, left, top, right, bottom })),
  )
  const placeOf = ({ left, top, right, bottom }: UnreadImage) =>
    [left, top, right, bottom].map(Math.round).join()
  const repeats = Map.groupBy(found, placeOf)
  return found
    .filter(image => (repeats.get(placeOf(image))?.length ?? 0) <= maxRepeats)
    .sort((a, b) => boxArea(a) - boxArea(b))
    .slice(0, maxPerDocument)
}

function isReadable(mark: ImageMark, page: PageContent): boolean {
  if (mark.isDrawing || boxWidth(mark) < minWidth || boxHeight(mark) < minHeight) return false
  const over = page.fragments.filter(fragment => isCenterIn(fragmentBox(fragment), mark))
  // The text layer of a scan is the text of its image.
  if (over.some(({ isInvisible }) => isInvisible)) return false
  return lengthOf(over) <= maxTextOver
}

function lengthOf(fragments: readonly Fragment[]): number {
  return fragments.reduce((sum, { text }) => sum + text.length, 0)
}

/** Sets the recognized text of the images, without the words that the page draws over them. */
export function withImageText(page: PageContent, recognized: readonly RecognizedImage[]): PageContent {
  if (recognized.length === 0) return page
  const drawn = page.fragments.map(fragmentBox)
  const taken = new Set<string>()
  const images = page.images.map(mark => {
    const read = recognized.find(
      image => overlap(image, mark) > 0.98 * Math.max(boxArea(image), boxArea(mark)),
    )
    const words = (read?.words ?? []).filter(
      word => !drawn.some(box => overlap(box, word) > 0.3 * boxArea(word)),
    )
    const text = [...Map.groupBy(words, ({ line }) => line).values()]
      .map(line =>
        line
          .map(word => (word.isGlued ? '' : ' ') + word.text)
          .join('')
          .trim(),
      )
      // Of two images one over the other, the first that is read has the text.
      .filter(line => !taken.has(line))
    for (const line of text) taken.add(line)
    return text.length > 0 ? { ...mark, text } : mark
  })
  return { ...page, images }
}
