/** Counts the pages of an image and draws a small preview of the first, for formats that browsers do not show. */
import sharp from 'sharp'
import { withImageReport } from '../image-notes.ts'
import type { ImageRequest } from '../image-request.ts'
import type { StreamedResult } from '../process/helper-program.ts'
import { analyze } from './analyze.ts'
import { chosenPages } from './convert-pages.ts'
import { whileReading } from './failures.ts'

const previewSide = 640

export async function inspectImage(request: ImageRequest, input: Buffer): Promise<StreamedResult> {
  const facts = await analyze(input, request)
  const pages = chosenPages(input, facts, request)
  const preview = await whileReading(() =>
    sharp(input, { ...facts.open, page: pages[0] ?? 0 })
      .autoOrient()
      .resize(previewSide, previewSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 80 })
      .toBuffer(),
  )
  return withImageReport(preview, { pages: pages.length })
}
