/** Page source backed by helpers: stores each prepared page as files in a folder. */
import { join } from 'node:path'
import type { Box } from '../page-layout/page-model.ts'
import type { OcrFile, OcrHelpers } from './ocr-helpers.ts'
import type { PageSource } from './page/page-source.ts'
import { splitFile } from './split-file.ts'

interface PagePreparation {
  readonly page: number
  /** Exclusive to this page. */
  readonly folder: string
  /** Length of the longer side of the preview; 0 for no preview. */
  readonly previewPixels: number
  /** Part of the page, in points. */
  readonly region?: Box
}

const names = ['answer', 'page.pgm', 'sample.pgm', 'letters', 'view.jpg']

export function pageSource(
  helpers: OcrHelpers,
  file: OcrFile,
  { page, folder, previewPixels, region }: PagePreparation,
): PageSource {
  let count = 0
  return {
    async prepare(options) {
      count += 1
      const path = (name: string) => join(folder, `${count}-${name}`)
      const [answer, pgm, sample, letters, preview] = names.map(path) as [
        string,
        string,
        string,
        string,
        string,
      ]
      const about = await helpers.prepare(
        file,
        { ...options, page, previewPixels, isPreviewOnly: false, ...(region && { region }) },
        answer,
      )
      await splitFile(answer, [
        { path: pgm, bytes: about.pgmBytes },
        { path: sample, bytes: about.sampleBytes },
        { path: letters, bytes: about.lettersBytes },
        { path: preview, bytes: about.previewBytes },
      ])
      const { geometry, dpi, pointsPerPixel, letterCount, steps, previewWidth, previewHeight, isDamaged } =
        about
      const isSampleWhole = about.sampleBytes === 0
      return {
        pgmPath: pgm,
        samplePath: isSampleWhole ? pgm : sample,
        isSampleWhole,
        ...(about.lettersBytes > 0 && { lettersPath: letters }),
        geometry,
        dpi,
        pointsPerPixel,
        letterCount,
        steps,
        isDamaged,
        ...(about.previewBytes > 0 && {
          preview: { path: preview, width: previewWidth, height: previewHeight },
        }),
      }
    },
  }
}
