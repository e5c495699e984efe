/** Gives a page pictures of its drawings: what was inside them is then part of the picture. */
import { findDrawings } from './layout/drawings.ts'
import type { PageContent, PictureMark } from './layout/page-content.ts'
import { fragmentBox } from './layout/page-texts.ts'
import { type PictureStore, pictureLevels } from './pictures.ts'
import { type Box, boxArea, isCentreIn, overlap } from './read/page-model.ts'
import type { PageArtist } from './render/page-artist.ts'
import type { PdfQuality } from './request.ts'

export async function drawDrawings(
  page: PageContent,
  artist: PageArtist,
  store: PictureStore,
  quality: PdfQuality,
): Promise<PageContent> {
  const places = findDrawings(page)
  if (places.length === 0) return page
  const drawn = await artist.draw(page.number, places, pictureLevels[quality].dpi)
  const marks: PictureMark[] = []
  for (const picture of drawn) {
    const { left, top, right, bottom } = picture
    const id = await store.add(picture)
    if (id !== undefined) marks.push({ left, top, right, bottom, id, isDrawing: true })
  }
  return withoutWhatIsDrawn(page, marks)
}

function withoutWhatIsDrawn(page: PageContent, marks: readonly PictureMark[]): PageContent {
  const isLeft = (box: Box) => !marks.some(mark => isCentreIn(box, mark))
  return {
    ...page,
    fragments: page.fragments.filter(fragment => isLeft(fragmentBox(fragment))),
    rules: page.rules.filter(isLeft),
    fills: page.fills.filter(isLeft),
    strokes: page.strokes.filter(isLeft),
    pictures: [
      ...page.pictures.filter(
        picture => !marks.some(mark => overlap(mark, picture) > 0.8 * boxArea(picture)),
      ),
      ...marks,
    ],
  }
}
