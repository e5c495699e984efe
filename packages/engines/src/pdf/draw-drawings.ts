/** Gives a page pictures of its drawings: what was inside them is then part of the picture. */

import { type ImageStore, imageLevels } from './images.ts'
import { findDrawings } from './layout/drawings.ts'
import type { ImageMark, PageContent } from './layout/page-content.ts'
import { fragmentBox } from './layout/page-texts.ts'
import { type Box, boxArea, isCentreIn, overlap } from './read/page-model.ts'
import type { PageArtist } from './render/page-artist.ts'
import type { PdfQuality } from './request.ts'

export async function drawDrawings(
  page: PageContent,
  artist: PageArtist,
  store: ImageStore,
  quality: PdfQuality,
): Promise<PageContent> {
  const places = findDrawings(page)
  if (places.length === 0) return page
  const drawn = await artist.draw(page.number, places, imageLevels[quality].dpi)
  const marks: ImageMark[] = []
  for (const image of drawn) {
    const { left, top, right, bottom } = image
    const id = await store.add(image)
    if (id !== undefined) marks.push({ left, top, right, bottom, id, isDrawing: true })
  }
  return withoutWhatIsDrawn(page, marks)
}

function withoutWhatIsDrawn(page: PageContent, marks: readonly ImageMark[]): PageContent {
  const isLeft = (box: Box) => !marks.some(mark => isCentreIn(box, mark))
  return {
    ...page,
    fragments: page.fragments.filter(fragment => isLeft(fragmentBox(fragment))),
    rules: page.rules.filter(isLeft),
    fills: page.fills.filter(isLeft),
    strokes: page.strokes.filter(isLeft),
    images: [
      ...page.images.filter(image => !marks.some(mark => overlap(mark, image) > 0.8 * boxArea(image))),
      ...marks,
    ],
  }
}
