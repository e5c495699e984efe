/** Rasterizes the vector drawings of a page; text and lines inside them become part of the image. */

import { findDrawings } from '../page-layout/drawings.ts'
import type { ImageMark, PageContent } from '../page-layout/page-content.ts'
import { type Box, boxArea, isCenterIn, overlap } from '../page-layout/page-model.ts'
import { fragmentBox } from '../page-layout/page-texts.ts'
import { type ImageStore, imageLevels } from './images.ts'
import type { PageRasterizer } from './render/page-rasterizer.ts'
import type { PdfQuality } from './request.ts'

export async function rasterizeDrawings(
  page: PageContent,
  rasterizer: PageRasterizer,
  store: ImageStore,
  quality: PdfQuality,
): Promise<PageContent> {
  const regions = findDrawings(page)
  if (regions.length === 0) return page
  const rasterized = await rasterizer.rasterize(page.number, regions, imageLevels[quality].dpi)
  const marks: ImageMark[] = []
  for (const image of rasterized) {
    const { left, top, right, bottom } = image
    const id = await store.add(image)
    if (id !== undefined) marks.push({ left, top, right, bottom, id, isDrawing: true })
  }
  return withoutRasterized(page, marks)
}

function withoutRasterized(page: PageContent, marks: readonly ImageMark[]): PageContent {
  const isOutside = (box: Box) => !marks.some(mark => isCenterIn(box, mark))
  return {
    ...page,
    fragments: page.fragments.filter(fragment => isOutside(fragmentBox(fragment))),
    rules: page.rules.filter(isOutside),
    fills: page.fills.filter(isOutside),
    strokes: page.strokes.filter(isOutside),
    images: [
      ...page.images.filter(image => !marks.some(mark => overlap(mark, image) > 0.8 * boxArea(image))),
      ...marks,
    ],
  }
}
